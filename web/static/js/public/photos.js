// A photo that this server does not have, such as a mirror, leaves no gap beside the name.

const take = (photo) => { if (photo.matches?.("img.photo")) photo.remove(); };

for (const photo of document.querySelectorAll("img.photo")) {
  if (photo.complete && !photo.naturalWidth) take(photo);
}
document.addEventListener("error", (event) => take(event.target), true);
