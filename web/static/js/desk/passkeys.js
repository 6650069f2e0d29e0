// Passkeys: the browser is asked when somebody presses the button, and its answer goes with the form.
// Where the page cannot have them the button is not there, and a sentence says where it is.

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const letters = (octets) => btoa(String.fromCharCode(...new Uint8Array(octets))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
const named = (one) => ({...one, id: bytes(one.id)});

function asked(options) {
  const question = {...options, challenge: bytes(options.challenge)};
  if (options.user) question.user = {...options.user, id: bytes(options.user.id)};
  if (options.excludeCredentials) question.excludeCredentials = options.excludeCredentials.map(named);
  if (options.allowCredentials) question.allowCredentials = options.allowCredentials.map(named);
  return question;
}

function answered(credential) {
  const response = {};
  for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[part]) response[part] = letters(credential.response[part]);
  }
  return JSON.stringify({id: credential.id, rawId: letters(credential.rawId), type: credential.type, response});
}

async function ask(form) {
  const making = form.dataset.passkey === "making";
  const headers = {Accept: "application/json"};
  const answer = await fetch(form.dataset.ask, making ? {method: "POST", headers, body: new FormData(form)} : {headers});
  const said = await answer.json();
  if (!answer.ok) return say(form, said.sentence);
  const question = {publicKey: asked(said)};
  const credential = await (making ? navigator.credentials.create(question) : navigator.credentials.get(question));
  form.elements.credential.value = answered(credential);
  form.submit();
}

const around = (form) => document.getElementById(form.dataset.within) ?? form;

function say(form, sentence) {
  const place = around(form).querySelector("[role=status]");
  place.textContent = sentence;
  place.hidden = !sentence;
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const usable = window.isSecureContext && window.PublicKeyCredential && location.origin === form.dataset.origin;
  around(form).querySelector(".usable").hidden = !usable;
  const elsewhere = form.querySelector(".elsewhere");
  if (elsewhere) elsewhere.hidden = usable;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say(form, "");
    ask(form).catch(() => say(form, form.dataset.stopped));
  });
}
