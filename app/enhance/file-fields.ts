/** Photos above this size are made smaller, in bytes: a page of text stays readable, and a slow line has less to carry. */
const largePhoto = 1_500_000;
/** In pixels, the longer side of a photo that was made smaller. */
const longestSide = 2_400;

/** Makes large photos smaller before they are sent, and says at once what the server would refuse. Without script the server says it. */
export function runFileFields() {
  for (const frame of document.querySelectorAll<HTMLElement>("[data-files]:not([data-on])")) {
    const input = frame.querySelector("input");
    if (!input) continue;
    frame.dataset.on = "";
    input.addEventListener("change", () => void check(frame, input));
    input.form?.addEventListener("submit", (event) => holdOnce(event, frame, input));
  }
}

/** Without its file, a form is sent on purpose only: the first press after a refusal says that the file is missing. */
function holdOnce(event: SubmitEvent, frame: HTMLElement, input: HTMLInputElement) {
  const { refused, withoutFile = "" } = frame.dataset;
  if (!refused) return;
  delete frame.dataset.refused;
  event.preventDefault();
  event.stopImmediatePropagation();
  showMessage(frame, `${refused} ${withoutFile}`, "alert");
  input.focus();
}

async function check(frame: HTMLElement, input: HTMLInputElement) {
  const { files = "", tooLarge = "", wrongType = "", smaller = "" } = frame.dataset;
  const [file] = input.files ?? [];
  showMessage(frame, "");
  delete frame.dataset.refused;
  if (!file) return;
  const types = input.accept.split(",");
  const photo = file.type.startsWith("image/") && (file.size > largePhoto || !types.includes(file.type)) ? await reduced(file) : null;
  const sent = photo && (photo.size < file.size || !types.includes(file.type)) ? photo : file;
  // Another file may have been chosen in the meantime.
  if (input.files?.[0] !== file) return;
  if (file.type && !types.includes(sent.type)) return refuse(frame, input, wrongType);
  if (sent.size > Number(files)) return refuse(frame, input, tooLarge.replace("{size}", megabytes(sent.size)));
  if (sent === file) return;
  const list = new DataTransfer();
  list.items.add(sent);
  input.files = list.files;
  if (sent.size < file.size) showMessage(frame, smaller.replace("{before}", megabytes(file.size)).replace("{after}", megabytes(sent.size)));
}

/** The photo in a bounded size; null when the browser cannot read it, or not write it as it is. */
async function reduced(file: File): Promise<File | null> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = picture.width * scale;
    canvas.height = picture.height * scale;
    const pen = canvas.getContext("2d");
    if (!pen || !hasRealType(pen)) return null;
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const bytes = await new Promise<Blob | null>((done) => canvas.toBlob(done, typeFor(file), 0.85));
    return bytes && new File([bytes], file.name.replace(/\.\w+$/, extensions[bytes.type] ?? "$&"), { type: bytes.type });
  } catch {
    return null;
  }
}

/** A logo may be transparent, which a JPEG would show as black. A browser that writes no WebP writes a PNG. */
const typeFor = ({ type }: File) => (/^image\/(png|webp|avif)$/.test(type) ? "image/webp" : "image/jpeg");

const extensions: Record<string, string> = { "image/jpeg": ".jpg", "image/webp": ".webp", "image/png": ".png" };

/** Whether pixels come back as they were drawn: browsers that hide who visits give noise, or a white sheet, in place of the picture. */
function hasRealType(pen: CanvasRenderingContext2D): boolean {
  pen.fillStyle = "#123456";
  pen.fillRect(0, 0, 1, 1);
  const read = pen.getImageData(0, 0, 1, 1).data.join();
  pen.clearRect(0, 0, 1, 1);
  return read === "18,52,86,255";
}

function refuse(frame: HTMLElement, input: HTMLInputElement, message: string) {
  input.value = "";
  frame.dataset.refused = message;
  showMessage(frame, message, "alert");
}

function showMessage(frame: HTMLElement, message: string, role = "status") {
  const note = frame.querySelector(".file-note");
  if (!note) return;
  note.setAttribute("role", role);
  note.textContent = message;
}

/** A size in megabytes as the page's language writes it. */
const megabytes = (bytes: number) =>
  new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 }).format(bytes / 2 ** 20);
