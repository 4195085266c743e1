/** What HelloAsso calls the states of payments and orders, in small letters without accents. */
export const statusSynonyms: Record<string, readonly string[]> = {
  paid: ["paye", "payee", "valide", "validee", "autorise", "authorized", "encaisse"],
  refunded: ["rembourse", "remboursee", "refunded", "refund"],
  partly_refunded: ["rembourse partiellement", "partiellement rembourse", "remboursement partiel", "partially refunded", "partial refund"],
  refused: [
    "refuse",
    "refusee",
    "refused",
    "annule",
    "annulee",
    "canceled",
    "cancelled",
    "conteste",
    "contested",
    "echoue",
    "erreur",
    "abandonne",
  ],
  pending: ["en attente", "en cours", "a venir", "pending", "waiting", "waiting bank validation"],
  offline: ["hors ligne", "offline"],
};
