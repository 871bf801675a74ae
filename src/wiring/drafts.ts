/** Which form: whose it is, and the address at which it stands. */
export interface DraftPlace {
  userId: string
  screen: string
}

/** What was typed into the forms of one kind and not saved. Nobody finds what somebody else has typed. */
export interface DraftsOf<Values> {
  find(place: DraftPlace): Values | null
  /** Null: there is none any more. */
  keep(place: DraftPlace, values: Values | null): void
}

/** In the memory of the page: drafts outlive their screen and a lost session, and neither a sign-out nor the page. */
export interface Drafts {
  of<Values extends object>(): DraftsOf<Values>
  forgetAll(): void
}

export function createDrafts(): Drafts {
  const kinds: Pick<Map<string, unknown>, 'clear'>[] = []
  return {
    of<Values extends object>(): DraftsOf<Values> {
      const drafts = new Map<string, Values>()
      kinds.push(drafts)
      return {
        find: place => drafts.get(nameOf(place)) ?? null,
        keep(place, values) {
          if (values === null) drafts.delete(nameOf(place))
          else drafts.set(nameOf(place), values)
        },
      }
    },
    forgetAll() {
      for (const drafts of kinds) drafts.clear()
    },
  }
}

const nameOf = ({userId, screen}: DraftPlace): string => `${userId} ${screen}`
