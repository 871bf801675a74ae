/** Identifies a form by its user and by the address of its screen. */
export interface DraftPlace {
  userId: string
  screen: string
}

/** What was typed into the forms of one kind and not saved. A draft can only be found for the user who typed it. */
export interface DraftsOf<Values> {
  find(place: DraftPlace): Values | null
  /** Null removes the draft. */
  keep(place: DraftPlace, values: Values | null): void
}

/** Drafts are in the memory of the page. They outlive their screen and a lost session, but no sign-out or reload. */
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
