/* The search of the manual where no server is: as web/help/search.py searches, with the stems that it worked out.
   A word that the manual has not is taken for the longest stem that it begins with. */
(function () {
  var data = window.TABLO_MANUAL, answer = document.getElementById("answer");
  var LONGEST_ENDING = 6, SHORTEST_STEM = 3;
  var has = Object.prototype.hasOwnProperty;
  var stems = {}, weights = {};

  function isOfWord(letter) {
    return letter.toLowerCase() !== letter.toUpperCase() || /[0-9_]/.test(letter);
  }

  /* Pieces of a text in their order, words and what is between them. */
  function pieces(text) {
    var found = [], at, before = null;
    for (at = 0; at < text.length; at += 1) {
      var now = isOfWord(text.charAt(at));
      if (now !== before) { found.push({word: now, text: ""}); }
      found[found.length - 1].text += text.charAt(at);
      before = now;
    }
    return found;
  }

  function folded(word) {
    return word.toLowerCase().replace(/ё/g, "е");
  }

  function wordsOf(text) {
    return pieces(text).filter(function (piece) { return piece.word; }).map(function (piece) { return folded(piece.text); });
  }

  function stemOf(word) {
    if (has.call(data.stems, word)) { return data.stems[word]; }
    for (var length = word.length; length >= SHORTEST_STEM; length -= 1) {
      if (word.length - length > Math.min(LONGEST_ENDING, length + 1)) { return word; }
      if (has.call(stems, word.slice(0, length))) { return word.slice(0, length); }
    }
    return word;
  }

  function formsOf(word) {
    var stem = stemOf(word);
    return stem === word ? [word] : [word, stem];
  }

  function add(sums, key, much) {
    sums[key] = (has.call(sums, key) ? sums[key] : 0) + much;
  }

  function addOnce(sums, text, much) {
    var seen = {};
    wordsOf(text).forEach(function (word) {
      formsOf(word).forEach(function (form) { seen[form] = true; });
    });
    Object.keys(seen).forEach(function (form) { add(sums, form, much); });
  }

  function index() {
    Object.keys(data.stems).forEach(function (word) { stems[data.stems[word]] = true; });
    data.places.forEach(function (place) {
      place.sentences.concat([place.title, place.heading]).forEach(function (text) {
        wordsOf(text).forEach(function (word) { if (!has.call(data.stems, word)) { stems[word] = true; } });
      });
    });
    data.places.forEach(function (place, number) {
      var times = {}, sums = {};
      addOnce(sums, place.title, place.heading ? data.inTitleAbove : data.inTitle);
      addOnce(sums, place.heading, data.inHeading);
      place.sentences.forEach(function (sentence) {
        wordsOf(sentence).forEach(function (word) {
          formsOf(word).forEach(function (form) { add(times, form, 1); });
        });
      });
      Object.keys(times).forEach(function (form) { add(sums, form, Math.min(times[form], data.mostInText)); });
      Object.keys(sums).forEach(function (form) {
        if (!has.call(weights, form)) { weights[form] = {}; }
        weights[form][number] = sums[form];
      });
    });
  }

  /* The forms in the manual that a word has or that begin so, and how much each is like it. */
  function like(word) {
    var found = {};
    formsOf(word).forEach(function (form) {
      if (form.length >= data.shortestBeginning) {
        Object.keys(weights).forEach(function (known) {
          if (known.lastIndexOf(form, 0) === 0 && !has.call(found, known)) { found[known] = data.beginning; }
        });
      }
      if (has.call(weights, form)) { found[form] = 1; }
    });
    return found;
  }

  function weighed(forms) {
    var found = {};
    Object.keys(forms).forEach(function (form) {
      Object.keys(weights[form]).forEach(function (number) {
        found[number] = Math.max(has.call(found, number) ? found[number] : 0, forms[form] * weights[form][number]);
      });
    });
    return found;
  }

  function search(wanted) {
    var asked = wordsOf(wanted).filter(function (word, at, all) { return all.indexOf(word) === at; }).map(like);
    var score = {}, wordsIn = {}, marked = {};
    asked.forEach(function (forms) {
      var places = weighed(forms), count = Object.keys(places).length;
      Object.keys(places).forEach(function (number) {
        add(wordsIn, number, 1);
        add(score, number, places[number] * Math.log(1.01 * data.places.length / count));
      });
      Object.keys(forms).forEach(function (form) { marked[form] = true; });
    });
    var all = Object.keys(score), together = all.filter(function (number) { return wordsIn[number] === asked.length; });
    var best = (together.length ? together : all).sort(function (a, b) { return score[b] - score[a] || a - b; });
    return {places: best.slice(0, data.mostFound).map(function (number) { return data.places[number]; }), whole: together.length > 0, marked: marked};
  }

  function isMarked(word, marked) {
    return formsOf(folded(word)).some(function (form) { return has.call(marked, form); });
  }

  function putMarked(node, text, marked) {
    pieces(text).forEach(function (piece) {
      var made = document.createTextNode(piece.text);
      if (piece.word && isMarked(piece.text, marked)) {
        made = document.createElement("mark");
        made.textContent = piece.text;
      }
      node.appendChild(made);
    });
  }

  /* The sentence with most of the wanted words. */
  function bestSentence(place, marked) {
    var best = "", most = -1;
    place.sentences.forEach(function (sentence) {
      var count = wordsOf(sentence).filter(function (word, at, all) { return all.indexOf(word) === at && isMarked(word, marked); }).length;
      if (count > most) { best = sentence; most = count; }
    });
    return best;
  }

  function item(place, marked) {
    var made = document.createElement("li"), link = document.createElement("a"), said = document.createElement("p");
    if (place.lang) { made.lang = place.lang; }
    link.href = place.address;
    putMarked(link, place.heading ? place.title + " · " + place.heading : place.title, marked);
    putMarked(said, bestSentence(place, marked), marked);
    made.appendChild(link);
    made.appendChild(said);
    return made;
  }

  function say(sentence) {
    var made = document.createElement("p");
    made.textContent = sentence;
    answer.appendChild(made);
  }

  function show(wanted) {
    var found = search(wanted), list = document.createElement("ol");
    if (!found.places.length) { say(answer.getAttribute("data-nothing").replace("{wanted}", function () { return wanted; })); return; }
    if (!found.whole) { say(answer.getAttribute("data-some")); }
    list.className = "found";
    found.places.forEach(function (place) { list.appendChild(item(place, found.marked)); });
    answer.appendChild(list);
    document.getElementById("pages").hidden = true;
  }

  function wantedWords() {
    var asked = /[?&]q=([^&]*)/.exec(window.location.search);
    return asked ? decodeURIComponent(asked[1].replace(/\+/g, " ")).trim() : "";
  }

  var wanted = wantedWords();
  document.getElementById("q").value = wanted;
  answer.textContent = "";
  index();
  if (wanted) { show(wanted); } else { say(answer.getAttribute("data-hint")); }
  Array.prototype.forEach.call(document.querySelectorAll(".foot a[hreflang]"), function (link) { link.search = window.location.search; });
}());
