import { expect, test } from "vitest";
import { textNamespaces } from "#contract/formats/text-namespaces";

test("a file adds texts to other namespaces, at any depth, and its own namespace has the rest", () => {
  const awards = { h1: "Prix", namespaces: { titles: { "/awards": "Prix" }, audit: { entity: { award: "Prix" } } } };
  const files = { awards, titles: { "/": "Accueil" }, audit: { entity: { user: "Compte" }, pair: "{{verb}}" } };
  const before = structuredClone(files);
  expect(textNamespaces(files)).toEqual({
    awards: { h1: "Prix" },
    titles: { "/": "Accueil", "/awards": "Prix" },
    audit: { entity: { user: "Compte", award: "Prix" }, pair: "{{verb}}" },
  });
  expect(files).toEqual(before);
});

test("what a file adds to a namespace of the other tier is left out", () => {
  const awards = { namespaces: { mails: { award_given: { subject: "Votre prix" } }, titles: { "/awards": "Prix" } } };
  expect(textNamespaces({ awards, titles: {} }, ["mails"])).toEqual({ awards: {}, titles: { "/awards": "Prix" } });
});

test.each([
  ["two texts of one key", { audit: { entity: { award: "Prix" } } }, "two texts for award"],
  ["a text where others are", { audit: { entity: "Prix" } }, "two texts for entity"],
  ["an unknown namespace", { audits: { entity: "Prix" } }, "there is no namespace audits"],
])("%s: refused", (_, namespaces, message) => {
  expect(() => textNamespaces({ audit: { entity: { award: "Récompense" } }, awards: { namespaces } })).toThrow(message);
});
