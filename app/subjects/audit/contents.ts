/** The content subjects by entity type; their forms have a label for each field. */
export const contents: Record<string, string> = {
  partner: "partners",
  press: "press",
  testimonial: "testimonials",
  job: "jobs",
  event: "events",
  faq_question: "faq_questions",
  faq_category: "faq_categories",
  further_support: "further-support",
  further_support_category: "further-support_categories",
  team: "sectors",
  portrait: "portraits",
  project: "projects",
  shortcut: "shortcuts",
  country: "countries",
  tag: "news_themes",
};
