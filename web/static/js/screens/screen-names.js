/* Names in little room. Where a name of a list does not fit, all of the list on this page give up, in this order: the
   federation, the first names but for their initials, the title; then each for itself a little of the width of its
   letters, its initials. The letters keep their height, and no name ends in three dots. Of somebody whose namesakes are here `data-brief` says what must stay of the name.

   Written for the browsers of televisions from 2015 on: a classic script of ECMAScript 5. */
(function (root) {
  "use strict";

  var SQUEEZED = 0.8; // narrower letters than this are worse than a name without initials
  var IN_STEP = 3;    // so many of the steps below all names of a list take together
  var SMALLER = 0.8;  // letters that are large anyway become so much smaller at most
  var LETTER = /^(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|[\s\S])[\u0300-\u036F\u0483-\u0487\u064B-\u0652]*/;
  var pen = root.document.createElement("canvas").getContext("2d");

  function list(nodes) { return Array.prototype.slice.call(nodes); }

  /* "Anna-Maria Theresa" is "A.-M. T."; scripts without capitals have no initials. */
  function initials(given) {
    return given.split(/\s+/).map(function (word) { return word.split("-").map(initial).join("-"); }).join(" ");
  }

  function initial(name) {
    var first = LETTER.exec(name), letter = first ? first[0] : "";
    return letter.toUpperCase() === letter.toLowerCase() ? name : letter + ".";
  }

  function halves(name) {
    var comma = name.indexOf(", ");
    return comma < 0 ? [name, ""] : [name.slice(0, comma), name.slice(comma + 2)];
  }

  function shortened(name) {
    var parts = halves(name), made = parts[1] ? parts[0] + ", " + initials(parts[1]) : name;
    return made.length < name.length ? made : name;
  }

  /* The shortest that a name may be before it loses its first names. */
  function briefest(node) { return node.getAttribute("data-brief") || shortened(node.textContent); }

  function familyWillDo(node) { return !node.hasAttribute("data-brief") || node.hasAttribute("data-alone"); }

  /* How much narrower a cell becomes with initials, without titles too, and with family names alone, in em. */
  function savings(cell, family) {
    var first = 0, title = 0, all = 0;
    pen.font = "600 100px " + family;
    list(cell.querySelectorAll("bdi")).forEach(function (node) {
      var whole = node.textContent, brief = briefest(node);
      var width = pen.measureText(whole).width / 100;
      if (brief !== whole) { first += width - pen.measureText(brief).width / 100; }
      all += width - pen.measureText(familyWillDo(node) ? halves(whole)[0] : brief).width / 100;
    });
    list(cell.querySelectorAll(".title")).forEach(function (node) {
      title += pen.measureText(node.textContent + " ").width * 0.7 / 100;
    });
    return { initials: Math.max(0, first), untitled: Math.max(0, first + title), family: all + title };
  }

  /* ---- on the glass: each cell is tried as it is, then with less ---- */

  function contents(node) {
    var range = root.document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect().width;
  }

  function room(node) {
    var style = root.getComputedStyle(node);
    return node.getBoundingClientRect().width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  }

  function tooWide(node) { return contents(node) > room(node) + 0.5; }

  /* The federation stands behind a name in what room is left: no list is laid out for it. */
  function withFederation(node) {
    var code = root.document.createElement("small");
    code.className = "from";
    code.textContent = node.getAttribute("data-fed");
    node.appendChild(code);
  }

  function withoutFederation(node) {
    list(node.querySelectorAll(".from")).forEach(function (code) { node.removeChild(code); });
  }

  /* A page on which fewer than half of them find room has none. */
  function addFederations(nodes) {
    nodes.forEach(withFederation);
    if (nodes.filter(tooWide).length * 2 > nodes.length) { nodes.forEach(withoutFederation); }
  }

  function withInitials(node) {
    list(node.querySelectorAll("bdi")).forEach(function (name) { name.textContent = briefest(name); });
  }

  function withoutTitle(node) {
    list(node.querySelectorAll(".title")).forEach(function (title) {
      var gap = title.nextSibling;
      if (gap && gap.nodeType === 3) { gap.nodeValue = gap.nodeValue.replace(/^\s+/, ""); }
      title.parentNode.removeChild(title);
    });
  }

  function familyOnly(node) {
    if (room(node) / contents(node) >= SQUEEZED) { return; }
    list(node.querySelectorAll("bdi")).filter(familyWillDo).forEach(function (name) { name.textContent = halves(name.textContent)[0]; });
  }

  /* On a podium a name goes on in a further line, behind a blank or a hyphen, rather than in letters that are much smaller. */
  function broken(node) {
    if (node.hasAttribute("data-breaks") && room(node) / contents(node) < SMALLER) { node.classList.add("broken"); }
  }

  /* On a podium first names have a line of their own, and large letters: there the first of them will do, and smaller ones. */
  function firstGiven(node) {
    if (node.classList.contains("given")) {
      list(node.querySelectorAll("bdi")).forEach(function (name) { name.textContent = name.textContent.split(/\s/)[0]; });
    }
  }

  function smaller(node) {
    if (!node.classList.contains("large")) { return; }
    var size = parseFloat(root.getComputedStyle(node).fontSize), least = size * (Number(node.getAttribute("data-least")) || SMALLER);
    size *= Math.floor(room(node) / contents(node) * 1000) / 1000;
    while (size > least && tooWideAt(node, size)) { size *= 0.98; }  // widths of letters are rounded
    node.style.fontSize = Math.max(size, least) + "px";
  }

  function tooWideAt(node, size) {
    node.style.fontSize = size + "px";
    return tooWide(node);
  }

  /* On a podium a word that is too long for smaller letters too is divided between syllables. */
  function divided(node) {
    if (node.classList.contains("broken")) { node.classList.add("divided"); }
  }

  /* The piece that stands before a name, with the gap behind it; null = there is none. */
  function behindPiece(node) {
    var piece = node.firstElementChild;
    if (!piece || !piece.classList.contains("piece")) { return null; }
    var gap = piece.nextSibling;
    return gap && gap.nodeType === 3 && !gap.nodeValue.trim() ? gap : piece;
  }

  /* Narrower letters of the same height. The piece before a name stays round. */
  function squeeze(node) {
    var inner = root.document.createElement("span"), before = behindPiece(node);
    while (before ? before.nextSibling : node.firstChild) { inner.appendChild(before ? before.nextSibling : node.firstChild); }
    node.appendChild(inner);
    inner.className = "squeezed";
    var width = contents(inner), share = (room(node) - (contents(node) - width)) / width;
    share = Math.floor(Math.min(1, share) * 1000) / 1000;
    inner.style.webkitTransform = inner.style.transform = "scaleX(" + share + ")";
  }

  /* Every name under `place` takes no more room than it has. All are measured before any is changed. In lists one name
     that is too long speaks for all: a title in one row and none in the next looks like a mistake. */
  function fitNames(place, selector) {
    var nodes = list(place.querySelectorAll(selector || "tbody .name")), open = nodes;
    addFederations(open.filter(function (node) { return node.hasAttribute("data-fed"); }));
    [withoutFederation, withInitials, withoutTitle, familyOnly, broken, smaller, firstGiven, divided, squeeze].forEach(function (less, step) {
      open = open.filter(tooWide);
      (step < IN_STEP && !selector ? ofTheirLists(nodes, open) : open).forEach(less);
    });
  }

  /* All names that stand in a list with one of these. The top boards are a list of their own, and so are teams above
     their players, and prizes beside their winners. */
  function ofTheirLists(nodes, wide) {
    var lists = wide.map(listOf);
    return nodes.filter(function (node) { return lists.indexOf(listOf(node)) >= 0; });
  }

  function listOf(node) {
    var table = node, name = node.classList.contains("other") ? "other " : "";
    while (table.parentNode && !/^(leaf|top)\b/.test(table.className)) {
      if (table.tagName === "TR" && table.classList.contains("match")) { name = "match "; }
      table = table.parentNode;
    }
    return name + (table.className || "");
  }

  root.tabloNames = { shortened: shortened, savings: savings, fitNames: fitNames };
}(window));
