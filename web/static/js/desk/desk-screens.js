/* The list of screens at the desk: which televisions are connected, looked up anew every five seconds.
   Only that column is replaced, so that nothing that is being typed is lost. */
(function (root) {
  "use strict";

  function refresh() {
    var request = new root.XMLHttpRequest();
    request.onload = function () {
      if (request.status !== 200) { return; }
      var fresh = new root.DOMParser().parseFromString(request.responseText, "text/html");
      Array.prototype.forEach.call(root.document.querySelectorAll("td.connected"), function (cell) {
        var found = fresh.querySelector('td.connected[data-name="' + cell.getAttribute("data-name") + '"]');
        if (found && !found.isEqualNode(cell)) { cell.parentNode.replaceChild(root.document.importNode(found, true), cell); }
      });
    };
    request.open("GET", root.location.pathname);
    request.send();
  }

  root.setInterval(function () { if (!root.document.hidden) { refresh(); } }, 5000);
}(window));
