/* The organiser's face on a screen: the logo in the head, the sponsors in a strip above the foot. Sizes follow
   from the pictures' own figures, so that nothing moves when they have come.

   Written for the browsers of televisions from 2015 on: a classic script of ECMAScript 5. */
(function (root) {
  "use strict";

  var document = root.document;
  var LOGO_HIGH = 1.3, LOGO_WIDE = 5, LOGO_PLATE = 0.5;        // rem, as in screens.css
  var SPONSOR_HIGH = 0.84, SPONSOR_PLATE = 0.9;                // rem
  var logo = document.getElementById("logo");
  var sponsors = document.getElementById("sponsors");

  function sized(picture, high, wide) {
    var copy = picture.cloneNode(false);
    var ratio = Number(picture.getAttribute("width")) / Math.max(1, Number(picture.getAttribute("height")));
    var width = Math.min(wide, high * ratio);
    copy.removeAttribute("loading");
    copy.style.width = Math.round(width) + "px";
    copy.style.height = Math.round(width / ratio) + "px";
    return copy;
  }

  function empty(node) {
    while (node.firstChild) { node.removeChild(node.firstChild); }
  }

  function wearAccent(address) {
    var link = document.getElementById("accent");
    if (!link && address) {
      link = document.createElement("link");
      link.id = "accent";
      link.rel = "stylesheet";
      document.head.appendChild(link);
    }
    if (link && !address) { link.parentNode.removeChild(link); }
    if (link && address && link.getAttribute("href") !== address) { link.setAttribute("href", address); }
  }

  function show(settings, rem) {
    var mine = settings ? settings.querySelector(".logo img") : null;
    var theirs = settings ? [].slice.call(settings.querySelectorAll(".sponsors img")) : [];
    var room = (root.innerWidth - 1.2 * rem) / Math.max(1, theirs.length) - SPONSOR_PLATE * rem;
    empty(logo);
    empty(sponsors);
    logo.hidden = !mine;
    sponsors.hidden = !theirs.length;
    if (mine) { logo.appendChild(sized(mine, LOGO_HIGH * rem, (LOGO_WIDE - LOGO_PLATE) * rem)); }
    theirs.forEach(function (picture) {
      sponsors.appendChild(document.createElement("span")).appendChild(sized(picture, SPONSOR_HIGH * rem, room));
    });
    wearAccent(settings ? settings.getAttribute("data-accent") || "" : "");
  }

  root.tabloFace = { show: show };
}(window));
