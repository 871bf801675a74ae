import {fromPromise, type SnapshotFrom} from 'xstate'
import type {Attribute, AttributeWrite} from '../../../src/domain/console/attribute'
import {
  type AttributeEntries,
  type AttributeEntriesTypes,
  writeEntry,
} from '../../../src/machines/console/attributeEntries'
import type {EntriesLogic, Removing, Saving} from '../../../src/machines/entries'
import {createCalls} from '../calls'

/** The writes of the attribute that holds the entries, answered by hand. */
export function createAttributeWrites<Of extends AttributeEntriesTypes>(entries: AttributeEntries<Of>) {
  const writes = createCalls<Attribute | null, AttributeWrite>()
  const write = (asked: Saving<Of> | Removing<Of>) => writeEntry(entries, asked, writes.call)
  return {
    writes,
    save: fromPromise<Of['loaded'] | undefined, Saving<Of>>(({input}) => write(input)),
    remove: fromPromise<Of['loaded'] | undefined, Removing<Of>>(({input}) => write(input)),
  }
}

/** The state of the dialog; before the entries are loaded, that of all. */
export const dialogOf = (value: StateValueOf) => (typeof value === 'string' ? value : value.loaded.dialog)

type StateValueOf = SnapshotFrom<EntriesLogic<AttributeEntriesTypes>>['value']
