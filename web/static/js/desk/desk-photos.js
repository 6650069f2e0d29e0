// Photos are made small in the browser before they are sent, so that many of a phone's camera fit into one sending.

const MOST_PIXELS = 640;
const SMALL_ENOUGH_BYTES = 150000;

/** The photo upright and small; the file itself where this browser cannot read it: the server says why then. */
async function small(file) {
  if (file.size <= SMALL_ENOUGH_BYTES) return file;
  let picture;
  try {
    picture = await createImageBitmap(file);
  } catch (unreadable) {
    return file;
  }
  const scale = Math.min(1, MOST_PIXELS / Math.min(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
  return made ? new File([made], file.name, { type: "image/jpeg" }) : file;
}

for (const form of document.querySelectorAll("form[data-photos]")) {
  const field = form.querySelector("input[type=file]");
  const button = form.querySelector("button:not([type=button])");
  field.addEventListener("change", async () => {
    button.disabled = true;
    const sent = new DataTransfer();
    for (const file of [...field.files]) sent.items.add(await small(file));
    field.files = sent.files;
    button.disabled = false;
  });
}
