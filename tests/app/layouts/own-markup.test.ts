import * as lucide from "lucide";
import { expect, it } from "vitest";
import { coverPatterns, coverTones } from "#contract/publishing/article-covers";
import { renderMarkdown } from "~/subjects/articles/markdown.server";
import { isOwnMarkup } from "~/trusted-types/markup-rules";
import { coverGround } from "~/ui/cover-grounds";
import { symbolsOf } from "~/ui/drawing";
import { type DrawingName, drawings } from "~/ui/drawings";
import { logoSymbols } from "~/ui/logo";

it("the logo, every drawing, every ground of a cover and every icon is markup that a page may put into itself", () => {
  const icons = Object.values(lucide).filter(Array.isArray) as lucide.IconNode[];
  const iconMarkup = icons.flat().map(([tag, attributes]) => {
    const list = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
    return `<${tag} ${list.join(" ")}/>`;
  });
  const grounds = coverTones.flatMap((tone) => coverPatterns.map((pattern) => coverGround({ tone, pattern })));
  const all = [logoSymbols, symbolsOf(Object.keys(drawings) as DrawingName[]), ...grounds, ...iconMarkup];
  expect(iconMarkup.length).toBeGreaterThan(1000);
  expect(all.filter((markup) => !isOwnMarkup(markup))).toEqual([]);
});

const everything = `# One\n\n## Two\n\nText with *emphasis*, **weight**, \`code < "x"\`, [a page](/news), [a site](https://example.org/?a=1&b=2), [mail](mailto:a@example.org)  
and a break.\n\n- one\n- two\n\n1. one\n\n> said\n\n---\n\n| day | "what" & <where> |\n| --- | --- |\n| one | two |\n\n<script>alert(1)</script>`;

it("whatever a text is rendered to is such markup, with its tables, links and quotation marks", () => {
  const html = renderMarkdown(everything, { textLocale: "en", pageLocale: "en" });
  for (const element of ["<h2>", "<table>", "<br />", "<hr />", "<blockquote>", "data-column", "&lt;script&gt;"])
    expect(html).toContain(element);
  expect(isOwnMarkup(html)).toBe(true);
});

it("a picture of a text is such markup, on the site and for staff", () => {
  const pictures = [{ id: "0b6d8a3e-5f1c-4b7e-9c1d-2a3b4c5d6e7f", width: 2_000, height: 1_000 }];
  const text = `![A "quay" & <water>](/images/local/1280@1x/${pictures[0]?.id}.webp)`;
  for (const office of [true, false]) {
    const html = renderMarkdown(text, { textLocale: "en", pageLocale: "en", pictures, office });
    expect(html).toContain("<img ");
    expect(isOwnMarkup(html)).toBe(true);
  }
});

for (const markup of [
  '<img src="https://x.example/a.png" alt="">',
  '<img src="/images/local/640@1x/a.webp" alt="">',
  '<img src="/logout" alt="">',
  '<img srcset="https://x.example/a.png 640w" alt="">',
  '<img srcset="/images/local/640@1x/0b6d8a3e-5f1c-4b7e-9c1d-2a3b4c5d6e7f.webp 640w, https://x.example/a.png 2w" alt="">',
  "<script>alert(1)</script>",
  '<path d="M0 0" onclick="alert(1)"/>',
  "<p onclick=alert(1)>a</p>",
  '<a href="javascript:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<a href="//elsewhere.example">a</a>',
  '<img src="x" onerror="alert(1)">',
  "<svg><foreignObject></foreignObject></svg>",
  '<use href="data:image/svg+xml,x"/>',
  '<p style="color:red">a</p>',
  "<p>a</p><!-- b -->",
  "<P>a</P>",
  "<p",
])
  it(`a page refuses to put ${markup} into itself`, () => {
    expect(isOwnMarkup(markup)).toBe(false);
  });
