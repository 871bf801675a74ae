import {HEADLINES_ATTRIBUTE, type Headline} from '../../../contract/rules/headlines'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import {
  EMPTY_HEADLINE,
  type HeadlineDraft,
  type HeadlineProblems,
  headlineProblems,
  headlinesWith,
  headlinesWithout,
  type LoadedHeadlines,
  storedHeadline,
} from '../../domain/console/headlines'
import {textsOf} from '../../domain/language'
import {createEntries, type EntriesLogic, type EntriesRef} from '../entries'
import {type AttributeEntries, type AttributeEntriesTypes, conflictOf} from './attributeEntries'

interface HeadlineEntries extends AttributeEntriesTypes {
  input: {organisationId: string}
  /** Null until they are loaded. */
  loaded: LoadedHeadlines | null
  row: Headline
  draft: HeadlineDraft
  problems: HeadlineProblems
}

export const headlinesTexts = textsOf('machines.headlines', {
  loadFailed: 'Failed to load headline keys',
  saveFailed: 'Failed to save the headline key',
  removeFailed: 'Failed to remove the headline key',
  changed: 'The headline key was changed meanwhile, so it has not been removed.',
  saved: 'Headline key saved.',
  deleted: 'Headline key removed.',
})

export const headlineEntries: AttributeEntries<HeadlineEntries> = {
  place: ({organisationId}) => ({
    owner: {kind: 'organisation', id: organisationId, organisationId},
    name: {scope: ATTRIBUTE_SCOPES.shared, key: HEADLINES_ATTRIBUTE},
  }),
  attributeOf: loaded => loaded?.attribute ?? null,
  withAttribute: (loaded, attribute) => loaded && {...loaded, attribute},
  valueWith: ({loaded, row, draft}) => headlinesWith(loaded, row, draft),
  valueWithout: ({loaded, row}) => headlinesWithout(loaded, row),
}

/** The keys by which the devices of an organisation are known at a glance. */
export const headlinesMachine = createEntries<HeadlineEntries>({
  id: 'headlines',
  texts: headlinesTexts,
  saveFailed: () => headlinesTexts.saveFailed,
  nothing: null,
  draftOf: row => row ?? EMPTY_HEADLINE,
  noProblems: {},
  problemsOf: headlineProblems,
  conflict: conflictOf(headlineEntries, {
    changed: () => headlinesTexts.changed,
    isChanged: ({base, loaded, chosen, draft}) => {
      const edited = chosen ?? draft
      return storedHeadline(base, edited)?.key !== storedHeadline(loaded, edited)?.key
    },
    theirs: ({loaded, chosen, draft}) => storedHeadline(loaded, chosen ?? draft),
  }),
})

export type HeadlinesLogic = EntriesLogic<HeadlineEntries>
export type HeadlinesRef = EntriesRef<HeadlineEntries>
