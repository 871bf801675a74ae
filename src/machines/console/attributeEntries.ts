import type {Attribute, AttributeQuestion, AttributeValue, AttributeWrite} from '../../domain/console/attribute'
import type {ChangeQuestion} from '../../domain/console/change'
import type {ConflictRules, EntriesTypes, Removing, Saving} from '../entries'

/** The types of entries that an attribute holds. */
export interface AttributeEntriesTypes extends EntriesTypes {
  act: never
  change: ChangeQuestion
}

/** Says how an attribute holds entries. It is written whole, so a save over another version is refused. */
export interface AttributeEntries<Of extends AttributeEntriesTypes> {
  place: (input: Of['input']) => AttributeQuestion
  attributeOf: (loaded: Of['loaded']) => Attribute | null
  withAttribute: (loaded: Of['loaded'], attribute: Attribute) => Of['loaded']
  /** The value to save: one entry is as it is typed, or gone, and all others stay as they are. */
  valueWith: (saving: Saving<Of>) => AttributeValue
  valueWithout: (removing: Removing<Of>) => AttributeValue
}

/**
 * Saves a draft, or deletes an entry without one, and resolves to the entries after it. A server that doesn't send the
 * attribute back has it as it was written.
 */
export async function writeEntry<Of extends AttributeEntriesTypes>(
  {place, attributeOf, withAttribute, valueWith, valueWithout}: AttributeEntries<Of>,
  asked: Saving<Of> | Removing<Of>,
  write: (asked: AttributeWrite) => Promise<Attribute | null>,
): Promise<Of['loaded']> {
  const attribute = attributeOf(asked.loaded)
  const {owner, name} = place(asked.input)
  const value = 'draft' in asked ? valueWith(asked) : valueWithout(asked)
  const version = attribute?.version ?? null
  const written = await write({owner, name, value, version, isNew: attribute === null})
  return withAttribute(asked.loaded, written ?? {...name, value, version, updatedAt: null})
}

/** Rules of conflict by the version of the attribute. The author of a version is asked for by the attribute, too. */
export const conflictOf = <Of extends AttributeEntriesTypes>(
  {place, attributeOf}: AttributeEntries<Of>,
  rules: Pick<ConflictRules<Of>, 'changed' | 'isChanged' | 'theirs'>,
): ConflictRules<Of> => {
  const versionOf = (loaded: Of['loaded']) => attributeOf(loaded)?.version ?? null
  return {
    ...rules,
    versionOf,
    questionOf: ({input, loaded}) => {
      const {owner, name} = place(input)
      return {entity: {kind: owner.kind, id: owner.id}, attribute: name, version: versionOf(loaded)}
    },
  }
}
