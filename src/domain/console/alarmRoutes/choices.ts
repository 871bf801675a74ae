export interface NamedRotaId {
  id: string
  name: string
}

/** What a route may name, as far as it is known. */
export interface RouteChoices {
  rotas: readonly NamedRotaId[]
  /** The addresses of the organisation's users. */
  emails: readonly string[]
  /** The labels and types that its devices have. */
  labels: readonly string[]
  types: readonly string[]
}

export const NO_CHOICES: RouteChoices = {rotas: [], emails: [], labels: [], types: []}
