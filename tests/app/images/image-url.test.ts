import { expect, test } from "vitest";
import { avatarUrl, defaultAvatar, imagePath, imageUrl, screens } from "~/images/image-url";

const storage = { base: "https://storage.example", folder: "avatars" };

test("S3-013: the avatar's address is the storage base, the folder, then the uuid of the AVATAR document", () => {
  const documents = [
    { type: "CARD", uuid: "first" },
    { type: "AVATAR", uuid: "second" },
  ];
  expect(avatarUrl(documents, storage)).toBe("https://storage.example/avatars/second");
});

test("S3-014: a person without an AVATAR document has the drawn one", () => {
  expect(avatarUrl([{ type: "CARD", uuid: "first" }], storage)).toBe(defaultAvatar);
});

test("the named widths are those of the specification", () => {
  expect(screens).toEqual({ xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, "2xl": 1536 });
});

test("a URL made for a picture is one that the server parses", () => {
  expect(imagePath.exec(imageUrl("local", "news/cover", 640, 2))?.groups).toEqual({
    source: "local",
    width: "640",
    density: "2",
    name: "news/cover",
  });
});

test.each(["../secret", "a/../b", "..%2fsecret", "a/b/c", "https://x.example/a", "a\\b", "", "."])("%j is no name of a picture", (name) => {
  expect(imagePath.test(`/images/local/640@1x/${name}.webp`)).toBe(false);
});
