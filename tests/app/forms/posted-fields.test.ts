import { expect, test } from "vitest";
import { fieldsOf } from "~/forms/submission.server";

test.each([
  ["a name of every object", "email.length.toString"],
  ["the prototype", "__proto__.role"],
  ["a place ten million entries into a list, which alone takes seconds to make", "x[9999999]"],
])("a field with %s in its path is left out, and the others stay", async (_, name) => {
  const body = new URLSearchParams({ email: "a@maillon.example", "rows[12].name": "N", [name]: "1" });
  const form = await fieldsOf(new Request("https://maillon.example/", { method: "POST", body }));
  expect([...form.keys()]).toEqual(["email", "rows[12].name"]);
});

test("line breaks of a text are LF, in whichever encoding the form was sent", async () => {
  const text = "Un.\n\nDeux.";
  const multipart = new FormData();
  multipart.set("text", text);
  for (const body of [multipart, new URLSearchParams({ text: text.replaceAll("\n", "\r\n") })]) {
    const form = await fieldsOf(new Request("https://maillon.example/", { method: "POST", body }));
    expect(form.get("text")).toBe(text);
  }
});

test.each([
  ["adds to a list", { type: "insert", payload: { name: "questions", defaultValue: { kind: "text" } } }, true],
  ["moves in a list of a list", { type: "reorder", payload: { name: "questions[2].choices", from: 1, to: 0 } }, true],
  ["sets any field", { type: "update", payload: { name: "questions[9999999].kind", value: "text" } }, false],
  ["names the prototype", { type: "insert", payload: { name: "__proto__.questions" } }, false],
  ["removes at no place", { type: "remove", payload: { name: "questions", index: -1 } }, false],
  ["says nothing", "", false],
])("a list button that %s is followed only where our pages write it", async (_, change, followed) => {
  const body = new URLSearchParams({ __intent__: JSON.stringify(change) });
  const form = await fieldsOf(new Request("https://maillon.example/", { method: "POST", body }));
  expect(form.has("__intent__")).toBe(followed);
});
