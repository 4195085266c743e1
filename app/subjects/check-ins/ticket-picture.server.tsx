import { writtenCode } from "#contract/formats/typed-code";
import { pictureFonts } from "~/search/share-image.server";
import { qrPath } from "~/ui/qr-code.server";

const size = { width: 900, height: 1200 };
const side = 640;

type Picture = { title: string; when: string; name: string; code: string; letters: string };

/** A ticket as a picture that is kept among those of a phone. Letters are drawn as shapes, so that it looks the same on a machine without fonts. */
export async function ticketPicture({ title, when, name, code, letters }: Picture): Promise<Buffer> {
  const [{ default: sharp }, { default: satori }] = await Promise.all([import("sharp"), import("satori")]);
  const line = (text: string, fontSize: number, fontWeight: 500 | 800) => (
    <div style={{ display: "block", width: 800, fontSize, fontWeight, textAlign: "center", lineClamp: 2 }}>{text}</div>
  );
  const frame = { display: "flex", flexDirection: "column", alignItems: "center", color: "#211a1c" } as const;
  const fonts = await pictureFonts();
  const above = await satori(
    <div style={{ ...frame, width: 800, height: 240, justifyContent: "center", gap: 12 }}>
      {line(title, 52, 800)}
      {line(when, 32, 500)}
    </div>,
    { width: 800, height: 240, fonts },
  );
  const below = await satori(
    <div style={{ ...frame, width: 800, height: 220, justifyContent: "center", gap: 12 }}>
      {line(writtenCode(letters), 72, 800)}
      {line(name, 36, 500)}
    </div>,
    { width: 800, height: 220, fonts },
  );
  const qr = qrPath(code);
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}"><path fill="#fff" d="M0 0h${size.width}v${size.height}H0z"/>
<g transform="translate(50 40)">${above}</g><g transform="translate(50 950)">${below}</g>
<g transform="translate(${(size.width - side) / 2} 290) scale(${side / qr.size})"><path fill="#000" shape-rendering="crispEdges" d="${qr.path}"/></g></svg>`;
  return sharp(Buffer.from(drawn), { density: 72 }).resize(size).png({ palette: true }).toBuffer();
}
