import { expect, test } from "vitest";
import type { PublicSettings } from "~/api/settings.server";
import { eventData, faqPageData, jobPostingData } from "~/search/structured-data";

const settings = { organisation: "Maillon", publicUrl: "https://maillon.example" } as PublicSettings;

test("an event has its time and place, and whether it is cancelled", () => {
  const event = {
    name: "Collecte",
    description: "On trie.",
    startsAt: "2026-12-01T17:00:00.000Z",
    endsAt: "2026-12-01T19:00:00.000Z",
    place: { street: "1 rue des Fleurs", postcode: "69001", city: "Lyon" },
    online: false,
    url: "https://maillon.example/events/1",
  };
  const data = eventData(settings, event);
  expect(data).toMatchObject({
    "@type": "Event",
    startDate: "2026-12-01T18:00+01:00",
    eventStatus: "https://schema.org/EventScheduled",
    location: { name: "Lyon", address: { postalCode: "69001", addressCountry: "FR" } },
    organizer: { name: "Maillon" },
  });
  expect(eventData(settings, { ...event, cancelled: true })).toMatchObject({ eventStatus: "https://schema.org/EventCancelled" });
});

test.each([
  ["at a place", { place: { city: "Lyon" }, online: false }, "Offline", { "@type": "Place" }],
  ["online", { online: true }, "Online", { "@type": "VirtualLocation", url: "https://maillon.example/events/1" }],
  ["both", { place: { city: "Lyon" }, online: true }, "Mixed", [{ "@type": "Place" }, { "@type": "VirtualLocation" }]],
])("an event is %s", (_, where, mode, location) => {
  const times = { startsAt: "2026-12-01T17:00:00.000Z", endsAt: "2026-12-01T19:00:00.000Z" };
  const data = eventData(settings, { name: "Réunion", url: "https://maillon.example/events/1", ...times, ...where });
  expect(data).toMatchObject({ eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`, location });
});

test("a job has its organisation, place, closing day and kind of work", () => {
  const job = {
    title: "Livreuse",
    description: "À vélo.",
    postedOn: "2026-11-01",
    identifier: "12",
    kind: "volunteer_mission",
    hours: 3,
  } as const;
  expect(jobPostingData(settings, { ...job, place: "Lyon", closesOn: "2026-12-31" })).toMatchObject({
    "@context": "https://schema.org",
    "@type": "JobPosting",
    employmentType: ["VOLUNTEER", "PART_TIME"],
    validThrough: "2026-12-31T22:59:00.000Z",
    hiringOrganization: { name: "Maillon", logo: "https://maillon.example/icons/icon-512x512.png" },
    jobLocation: { address: { addressLocality: "Lyon" } },
  });
  const full = jobPostingData(settings, { ...job, kind: "job", hours: 35, place: "Lyon, télétravail possible" });
  expect(full).toMatchObject({
    employmentType: "FULL_TIME",
    jobLocation: { address: { addressLocality: "Lyon" } },
    jobLocationType: "TELECOMMUTE",
  });
  expect(full.validThrough).toBeUndefined();
  expect(jobPostingData(settings, { ...job, place: "À distance" }).jobLocation).toBeUndefined();
  const anywhere = jobPostingData(settings, { ...job, place: "Partout en France" });
  expect(anywhere).toMatchObject({ jobLocation: { address: { addressCountry: "FR" } } });
  expect([JSON.stringify(anywhere).includes("Partout"), anywhere.jobLocationType]).toEqual([false, undefined]);
});

test("each question has its answer", () => {
  expect(faqPageData([{ question: "Combien ?", answer: "Rien." }])).toMatchObject({
    mainEntity: [{ "@type": "Question", name: "Combien ?", acceptedAnswer: { text: "Rien." } }],
  });
});
