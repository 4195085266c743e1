import { type jobKinds, jobTimes } from "#contract/charity/jobs";
import { franceTimestamp, instantInFrance } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { PublicSettings } from "~/api/settings.server";

/**
 * Structured data for search engines (schema.org, JSON-LD). A loader returns it as `structuredData`, and `publicMeta` writes it
 * into the page. URLs are absolute: `settings.publicUrl` before the path.
 */
export type StructuredData = { "@context": string; "@type": string | string[]; [more: string]: unknown };

const of = (type: string | string[], facts: Record<string, unknown>): StructuredData => ({
  "@context": "https://schema.org",
  "@type": type,
  ...facts,
});

const publisher = ({ organisation, publicUrl }: PublicSettings) => ({
  "@type": "Organization",
  name: organisation,
  url: publicUrl,
  logo: `${publicUrl}/icons/icon-512x512.png`,
});

/** The organisation of the site, for the home page. */
export function organisationData(settings: PublicSettings, description: string): StructuredData {
  const { organisation, publicUrl, contact, social } = settings;
  const profiles = [social.professional, social.video, social.photo].filter((url) => url !== null);
  return of(["Organization", "NGO"], {
    name: organisation,
    description,
    url: publicUrl,
    logo: `${publicUrl}/icons/icon-512x512.png`,
    email: contact.email ?? undefined,
    telephone: contact.phone ?? undefined,
    sameAs: profiles.length > 0 ? profiles : undefined,
  });
}

type Article = {
  title: string;
  lead: string;
  /** The author; the charity itself when nobody is named. */
  author?: string;
  locale: Locale;
  publishedAt: string;
  updatedAt: string;
  url: string;
  image: string;
};

export function newsArticleData(settings: PublicSettings, article: Article): StructuredData {
  return of("NewsArticle", {
    headline: article.title.slice(0, 110),
    description: article.lead || undefined,
    inLanguage: article.locale,
    datePublished: article.publishedAt,
    dateModified: article.updatedAt,
    author: article.author ? { "@type": "Person", name: article.author } : publisher(settings),
    publisher: publisher(settings),
    image: article.image,
    mainEntityOfPage: article.url,
    isAccessibleForFree: true,
  });
}

type Place = { name?: string; street?: string; postcode?: string; city?: string };

const placeData = ({ name, street, postcode, city }: Place) => ({
  "@type": "Place",
  name: name ?? city,
  address: { "@type": "PostalAddress", streetAddress: street, postalCode: postcode, addressLocality: city, addressCountry: "FR" },
});

type SectorFacts = {
  name: string;
  url: string;
  email?: string;
  telephone?: string;
  place?: Place;
  /** Monday is 1; times of the day in France. */
  hours: { weekday: number; opensAt: string; closesAt: string; name: string }[];
};

const daysOfWeek = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A local team, and when one can come. */
export function sectorData(settings: PublicSettings, { name, url, email, telephone, place, hours }: SectorFacts): StructuredData {
  return of(["NGO", "LocalBusiness"], {
    name,
    url,
    email,
    telephone,
    parentOrganization: publisher(settings),
    address: place && placeData(place).address,
    openingHoursSpecification: hours.map(({ weekday, opensAt, closesAt, name }) => ({
      "@type": "OpeningHoursSpecification",
      name,
      dayOfWeek: `https://schema.org/${daysOfWeek[weekday - 1]}`,
      opens: opensAt,
      closes: closesAt,
    })),
  });
}

type Event = {
  name: string;
  description?: string;
  /** UTC times. */
  startsAt: string;
  endsAt: string;
  /** None for an event that is only online. */
  place?: Place;
  online: boolean;
  url: string;
  image?: string;
  cancelled?: boolean;
  /** Places that can be booked at `url`, free of charge. */
  offer?: { soldOut: boolean };
};

export function eventData(settings: PublicSettings, event: Event): StructuredData {
  const { name, description, startsAt, endsAt, place, online, url, image, cancelled, offer } = event;
  const mode = online ? (place ? "Mixed" : "Online") : "Offline";
  // People join from that page: where the meeting is stays with those who have a place.
  const locations = [...(place ? [placeData(place)] : []), ...(online ? [{ "@type": "VirtualLocation", url }] : [])];
  return of("Event", {
    name,
    description,
    startDate: franceTimestamp(new Date(startsAt)),
    endDate: franceTimestamp(new Date(endsAt)),
    eventStatus: `https://schema.org/${cancelled ? "EventCancelled" : "EventScheduled"}`,
    eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
    location: locations.length > 1 ? locations : locations[0],
    organizer: publisher(settings),
    isAccessibleForFree: true,
    image,
    url,
    offers: offer && {
      "@type": "Offer",
      url,
      price: 0,
      priceCurrency: "EUR",
      availability: `https://schema.org/${offer.soldOut ? "SoldOut" : "InStock"}`,
    },
  });
}

type Job = {
  title: string;
  /** HTML or plain text. */
  description: string;
  /** First and last day on which one may apply. */
  postedOn: string;
  closesOn?: string;
  kind: (typeof jobKinds)[number];
  /** A week. */
  hours: number;
  /** In French: a city, with optional details after a comma. */
  place: string;
  identifier: string;
};

/** The kinds in schema.org's terms; it has none for civic service. */
const employmentTypes: Record<Exclude<Job["kind"], "job">, string> = {
  internship: "INTERN",
  civic_service: "OTHER",
  volunteer_mission: "VOLUNTEER",
};

export function jobPostingData(settings: PublicSettings, job: Job): StructuredData {
  const { title, description, postedOn, closesOn, kind, hours, place, identifier } = job;
  const [city = ""] = place.split(",");
  const time = hours >= jobTimes.full.from ? "FULL_TIME" : "PART_TIME";
  return of("JobPosting", {
    title,
    description,
    datePosted: postedOn,
    validThrough: closesOn && instantInFrance(`${closesOn}T23:59`)?.toISOString(),
    employmentType: kind === "job" ? time : [employmentTypes[kind], time],
    workHours: `${hours} h`,
    jobLocation: remote.test(city) ? undefined : placeData(everywhere.test(city) ? {} : { city }),
    ...(remote.test(place) && { jobLocationType: "TELECOMMUTE", applicantLocationRequirements: { "@type": "Country", name: "FR" } }),
    hiringOrganization: publisher(settings),
    identifier: { "@type": "PropertyValue", name: settings.organisation, value: identifier },
    directApply: true,
  });
}

/** How staff write that the work can be done remotely, or in any team. */
const remote = /distance|télétravail/i;
const everywhere = /partout|^france/i;

/** Questions with their answers, which may hold simple HTML. */
export function faqPageData(questions: { question: string; answer: string }[]): StructuredData {
  return of("FAQPage", {
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  });
}
