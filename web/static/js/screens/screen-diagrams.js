/* Chess boards on a wall: as large as they can be next to and below each other, with letters above and below
   that are never smaller than the glass and its distance want.

   Written for the browsers of televisions from 2015 on (AppleWebKit/538.1): a classic script of ECMAScript 5. */
(function (root) {
  "use strict";

  var LINES = 2.7;       // the two lines of players, in em
  var LETTERS = 0.075;   // of a board's width, where the glass does not want larger ones
  var LARGEST = 0.11;    // of a board's width: where height is to spare, the names take it
  var SHARE = 0.38;      // of the glass, at most, for boards beside a list
  var SMALLER = 0.06;    // of their width: letters there give way before the board does
  var APART = 0.06;      // of their width, between them and the list
  var SIDES = 1.05;      // em left and right of a board together

  /* The width of a board where so many stand next to each other; the letters take what they need. */
  function widthOf(count, across, box) {
    var down = Math.ceil(count / across);
    var wide = box.width / across - SIDES * box.smallest;
    var high = box.height / down;
    var wished = Math.min(wide, high / (1 + LINES * LETTERS));
    return wished * LETTERS >= box.smallest ? wished : Math.min(wide, high - LINES * box.smallest);
  }

  function best(count, box) {
    for (var across = 1, found = { width: 0, across: 1 }; across <= count; across += 1) {
      var width = widthOf(count, across, box);
      if (width > found.width) { found = { width: width, across: across }; }
    }
    return found;
  }

  function lettersOf(found, count, box) {
    var spare = (box.height / Math.ceil(count / found.across) - found.width) / LINES;
    return Math.max(box.smallest, found.width * LETTERS, Math.min(spare, found.width * LARGEST));
  }

  /* Gives the diagrams of a page their size. */
  function lay(page, box) {
    var diagrams = root.tabloLayout.list(page.querySelectorAll(".diagram"));
    if (!diagrams.length) { return; }
    var found = best(diagrams.length, box), letters = lettersOf(found, diagrams.length, box);
    diagrams.forEach(function (diagram) {
      diagram.style.fontSize = letters + "px";
      diagram.style.width = Math.floor(box.width / found.across) + "px";
      var side = Math.max(0, Math.floor((box.width / found.across - SIDES * letters - found.width) / 2));
      diagram.style.paddingLeft = diagram.style.paddingRight = side + 0.5 * letters + "px";
    });
    root.tabloNames.fitNames(page, ".diagram .name");
  }

  /* The glass for a list with so many boards beside it: at its side, on an upright glass below it. */
  function parted(box, count) {
    if (!count) { return { list: box, boards: null }; }
    var upright = root.innerHeight > root.innerWidth, width = box.width, height = box.height;
    if (upright) {
      height = Math.floor(Math.min(SHARE * height, width / Math.min(count, 3) * (1 + LINES * LETTERS)));
    } else {
      width = Math.floor(Math.min(SHARE * width, height / count));
    }
    var list = {}, boards = { width: width, height: height, smallest: Math.min(box.smallest, SMALLER * width) };
    Object.keys(box).forEach(function (name) { list[name] = box[name]; });
    if (upright) { list.height = box.height - height - APART * height; } else { list.width = Math.floor(box.width - width - APART * width); }
    return { list: list, boards: boards };
  }

  root.tabloDiagrams = { lay: lay, parted: parted };
}(window));
