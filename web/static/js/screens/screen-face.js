/* The organiser's face on a screen: the logo in the head, the sponsors in the foot, on a glass that stands upright above it. Sizes follow
   from the pictures' own figures, so that nothing moves when they have come.

   Written for the browsers of televisions from 2015 on: a classic script of ECMAScript 5. */
(function (root) {
  "use strict";

  var document = root.document;
  var LOGO_HIGH = 1.3, LOGO_WIDE = 5, LOGO_PLATE = 0.5;        // rem, as in screens.css
  var SPONSOR_HIGH = 1.1, SPONSOR_PLATE = 0.8;                 // rem
  var SPONSORS_WIDE = 0.55;                                    // of the glass, as in screens.css
  var CROWD = 3;                                               // more of them leave no room for the address, which the QR code has too
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
    var upright = root.innerHeight > root.innerWidth, wide = upright ? root.innerWidth - 1.2 * rem : SPONSORS_WIDE * root.innerWidth;
    var room = wide / Math.max(1, theirs.length) - SPONSOR_PLATE * rem;
    document.body.classList.toggle("sponsored", theirs.length > 0);
    document.body.classList.toggle("crowded", theirs.length > (upright ? 0 : CROWD));
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
