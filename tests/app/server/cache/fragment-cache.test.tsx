import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FragmentCache } from "~/server/cache/fragment-cache.server";
import { createPageCss } from "~/server/page-css.server";
import { cachedFragment, FragmentsProvider } from "~/ui/cached-fragment";

let made: string[] = [];
const Tile = cachedFragment("tile", ({ title }: { title: string }) => {
  made.push(title);
  return <b className="tile">{title}</b>;
});
const Frame = cachedFragment("frame", ({ title }: { title: string }) => (
  <i className="frame">
    <Tile title={title} />
  </i>
));

/** Pages with fragments of one installation, and the tiles that each of them rendered. */
function pages() {
  const css = createPageCss(".own{order:1}.tile{order:2}.frame{order:3}.none{order:4}");
  const parts = new FragmentCache(css, "<!--css-->");
  return (...titles: string[]) => {
    made = [];
    const { html } = parts.page((fragments) => {
      const page = renderToStaticMarkup(
        <FragmentsProvider value={fragments}>
          <p className="own">
            {titles.map((title) => (title.startsWith("Frame") ? <Frame key={title} title={title} /> : <Tile key={title} title={title} />))}
          </p>
        </FragmentsProvider>,
      );
      return `<!--css-->${page}`;
    });
    return { html: html.toString(), made };
  };
}

test("a fragment is rendered once, and the page is the same with and without the cache", () => {
  const page = pages();
  const first = page("Un", "Deux & trois");
  expect(first.html.replaceAll(/ class="\w+"/g, "")).toContain("<p><b>Un</b><b>Deux &amp; trois</b></p>");
  expect(first.made).toEqual(["Un", "Deux & trois"]);
  expect(page("Un", "Deux & trois")).toEqual({ html: first.html, made: [] });
  expect(page("Un", "Quatre").made).toEqual(["Quatre"]);
});

test("a page has the style of its fragments, cached or not, and of no others", () => {
  const page = pages();
  const styled = page("Un").html;
  expect([styled.includes("order:1"), styled.includes("order:2"), styled.includes("order:4")]).toEqual([true, true, false]);
  expect(page("Un").html).toBe(styled);
  expect(page().html).not.toContain("order:2");
});

test("a nested fragment is rendered with its parent", () => {
  const page = pages();
  const first = page("Frame A", "Un");
  expect(first.made).toEqual(["Frame A", "Un"]);
  expect(page("Frame A", "Un")).toEqual({ html: first.html, made: [] });
  expect(page("Frame A").html).toContain("Frame A</b></i></p>");
});

test("a person's text cannot be taken for a fragment", () => {
  const page = pages();
  page("Un");
  expect(page("Un", "0; + =").html).toContain("0; + =</b></p>");
});

test("old fragments are evicted when there are too many", () => {
  const page = pages();
  page("Un");
  for (let at = 0; at < 2_100; at += 1) page(`Titre ${at}`);
  expect([page("Titre 2099").made, page("Un").made]).toEqual([[], ["Un"]]);
});

test("without a cache a fragment is rendered as usual", () => {
  expect(renderToStaticMarkup(<Tile title="Un" />)).toBe('<b class="tile">Un</b>');
});
