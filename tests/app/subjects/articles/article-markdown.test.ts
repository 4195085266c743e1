import { describe, expect, test } from "vitest";
import { renderMarkdown } from "~/subjects/articles/markdown.server";

const render = (text: string, textLocale: "fr" | "en" = "en", pageLocale: "fr" | "en" = "fr") =>
  renderMarkdown(text, { textLocale, pageLocale });

const payloads = [
  "<script>alert(1)</script>",
  "<ScRiPt src=//x.example></sCrIpT>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<iframe src=javascript:alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<a href=javascript:alert(1)>x</a>",
  "<p onclick=alert(1)>x</p>",
  "<body onload=alert(1)>",
  "<math><mi xlink:href='javascript:alert(1)'>",
  "<style>@import '//x.example'</style>",
  "<link rel=stylesheet href=//x.example>",
  "<meta http-equiv=refresh content=0>",
  "<base href=//x.example>",
  "<form action=//x.example><input autofocus onfocus=alert(1)>",
  "<object data=javascript:alert(1)>",
  "<embed src=javascript:alert(1)>",
  "<video><source onerror=alert(1)></video>",
  "<details open ontoggle=alert(1)>",
  "<!--><script>alert(1)</script>-->",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "<template><script>1</script></template>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](javascript&colon;alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](<java\tscript:alert(1)>)",
  "[x](\u0001javascript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](vbscript:alert(1))",
  "[x](blob:https://x.example/1)",
  "[x](file:///etc/passwd)",
  "[x](http://x.example)",
  "[x](//x.example)",
  "[x](/\\x.example)",
  "[x](https://x.example '\" onmouseover=\"alert(1)')",
  "![x](https://x.example/a.png)",
  '![x" onerror="alert(1)](x)',
  "[x]: javascript:alert(1)\n\n[x]",
  "<javascript:alert(1)>",
  "`<script>alert(1)</script>`",
  "```\n<script>alert(1)</script>\n```",
];

describe.each(payloads)("%j", (payload) => {
  test("leaves only allowed elements, attributes and addresses", () => {
    const tags = render(payload).match(/<[^>]*>/g) ?? [];
    for (const tag of tags) {
      expect(tag).toMatch(/^<\/?(h[2-4]|p|ul|ol|li|blockquote|strong|em|br|hr|code|a)( \/|(?: (?:href|rel|target)="[^"<>]*")*)>$/);
      const href = /href="([^"]*)"/.exec(tag)?.[1];
      if (href !== undefined && href !== "")
        expect(new URL(href, "https://local.invalid").href).toMatch(/^(https:\/\/(local\.invalid|x\.example)\/|mailto:|tel:)/);
    }
  });
});

test("headings start below the title of the page", () => {
  expect(render("# A\n\n## B\n\n### C\n\n###### D").match(/h\d(?=>)/g)).toEqual(["h2", "h2", "h2", "h2", "h3", "h3", "h4", "h4"]);
});

test("a link inside the site stays in the reader's language", () => {
  expect(render("[x](/news)", "fr", "en")).toContain('href="/en/news"');
  expect(render("[x](/news)", "fr", "fr")).toContain('href="/news"');
});

test("a link to another site opens in a new tab, with noopener and nofollow", () => {
  expect(render("[x](https://x.example/)")).toContain('<a href="https://x.example/" rel="noopener noreferrer nofollow" target="_blank">');
});

test("only a French text gets French spaces", () => {
  expect(render("Oui !", "fr")).toContain("Oui\u202f!");
  expect(render("Oui !", "en")).toContain("Oui !");
});

test("a cell has its column's label, except the first of its row", () => {
  const table = (head: string) => render(`| Who | ${head} | |\n|---|---|---|\n| Ines | 3 km | x |\n| Yanis | 5 km |`);
  expect(table("How far").match(/<td.*?<\/td>/g)).toEqual([
    "<td>Ines</td>",
    '<td data-column="How far">3 km</td>',
    "<td>x</td>",
    "<td>Yanis</td>",
    '<td data-column="How far">5 km</td>',
    "<td></td>",
  ]);
  expect(table('"><b>').match(/<td data[^>]*>/)?.[0]).toBe('<td data-column="&quot;&gt;&lt;b&gt;">');
});

const picture = { id: "0b6d8a3e-5f1c-4b7e-9c1d-2a3b4c5d6e7f", width: 2_000, height: 1_000 };
const shown = (text: string, options: object = {}) =>
  renderMarkdown(text, { textLocale: "fr", pageLocale: "fr", pictures: [picture], ...options });

test("a picture of ours has its size, several widths and its alternative text, and comes when it is near", () => {
  const at = (rest: string) => `/images/local/${rest}/${picture.id}.webp`;
  expect(shown(`![Le "quai" & l’eau](${at("1280@1x")})`)).toBe(
    `<p><img src="${at("640@1x")}" srcset="${at("320@1x")} 320w, ${at("640@1x")} 640w, ${at("640@2x")} 1280w" sizes="(min-width: 40rem) 40rem, 100vw" alt="Le &quot;quai&quot; &amp; l’eau" width="2000" height="1000" loading="lazy" decoding="async" /></p>\n`,
  );
  expect(shown(`![](${at("1280@1x")} "decorative")`)).toContain('alt="" width');
  const small = { ...picture, width: 300, height: 150 };
  expect(shown(`![Un logo](${at("1280@1x")})`, { pictures: [small] })).toContain(`srcset="${at("320@1x")} 320w" `);
});

test("in the office a picture comes from an address for staff, in the language of the page", () => {
  const mark = `![Un quai](/images/local/1280@1x/${picture.id}.webp)`;
  expect(shown(mark, { office: true })).toContain(`<img src="/dashboard/admin/news/pictures/${picture.id}" alt="Un quai"`);
  expect(shown(mark, { office: true, pageLocale: "en" })).toContain(`src="/en/dashboard/admin/news/pictures/${picture.id}"`);
});

test("a picture that is gone is its alternative text; one from elsewhere is a link, never a picture", () => {
  expect(shown("![Le quai](/images/local/1280@1x/1b6d8a3e-5f1c-4b7e-9c1d-2a3b4c5d6e7f.webp)")).toBe("<p>Le quai</p>\n");
  expect(shown("![Le quai](https://x.example/a.png)")).toBe(
    '<p><a href="https://x.example/a.png" rel="noopener noreferrer nofollow" target="_blank">Le quai</a></p>\n',
  );
  for (const text of [
    "![a](/icons/avatar.svg)",
    "![a](//x.example/a.png)",
    "![a][1]\n\n[1]: https://x.example/a.png",
    `<img src="/images/local/1280@1x/${picture.id}.webp">`,
  ])
    expect([text, /<img/.test(shown(text))]).toEqual([text, false]);
});
