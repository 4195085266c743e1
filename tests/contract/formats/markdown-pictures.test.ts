import { expect, test } from "vitest";
import * as z from "zod";
import { markdownText, pictureIdsIn, pictureMark, pictureUrl, withOwnPictures } from "#contract/formats/markdown-pictures";

const id = "0b6d8a3e-5f1c-4b7e-9c1d-2a3b4c5d6e7f";
const own = pictureUrl(id);
const messagesOf = (schema: z.ZodType, text: string) => schema.safeParse(text).error?.issues.map(({ message }) => message) ?? [];

test("the mark of a picture is read as it was written, whatever its alternative text", () => {
  expect(pictureMark(id, " Le quai\nau [petit] matin ")).toBe(`![Le quai au (petit) matin](${own})`);
  expect(pictureMark(id, "")).toBe(`![](${own} "decorative")`);
  for (const mark of [pictureMark(id, "Le quai"), pictureMark(id, "")]) {
    expect(pictureIdsIn(`Avant\n\n${mark}\n\n${mark}`)).toEqual([id]);
    expect(messagesOf(withOwnPictures(z.string()), mark)).toEqual([]);
  }
});

test.each([
  [`![](${own})`, ["markdown:noAlternative"]],
  [`![  ](${own} "titre")`, ["markdown:noAlternative"]],
  ["![Un quai](https://ailleurs.example/quai.png)", ["markdown:foreignPicture"]],
  ["![Un quai](//ailleurs.example/quai.png)", ["markdown:foreignPicture"]],
  ["![Un quai](/icons/avatar.svg)", ["markdown:foreignPicture"]],
  ["![Un quai][1]\n\n[1]: https://ailleurs.example/quai.png", ["markdown:foreignPicture"]],
  ["![](https://ailleurs.example/quai.png)", ["markdown:foreignPicture", "markdown:noAlternative"]],
  [`[Un lien](https://ailleurs.example/) et ![Un quai](${own})`, []],
  ["Quelle soirée ! (vraiment) [oui](/news)", []],
])("a text with %s says what is wrong with its pictures", (text, messages) => {
  expect(messagesOf(withOwnPictures(z.string()), text)).toEqual(messages);
});

test("a text without pictures refuses them all, ours too", () => {
  expect(messagesOf(markdownText(1_000), `![Un quai](${own})`)).toEqual(["markdown:noPictures"]);
  expect(messagesOf(markdownText(1_000), "Un quai, [un lien](/news).")).toEqual([]);
});
