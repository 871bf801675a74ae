import {UNITS_ATTRIBUTE} from '../../../contract/rules/units'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import {
  EMPTY_UNIT,
  type LoadedUnits,
  storedUnitOf,
  type UnitProblems,
  type UnitRow,
  unitProblems,
  unitsWith,
  unitsWithout,
} from '../../domain/console/units'
import {textsOf} from '../../domain/language'
import {createEntries, type EntriesLogic, type EntriesRef} from '../entries'
import {type AttributeEntries, type AttributeEntriesTypes, conflictOf} from './attributeEntries'

interface UnitEntries extends AttributeEntriesTypes {
  input: {organisationId: string}
  /** Null until they are loaded. */
  loaded: LoadedUnits | null
  row: UnitRow
  draft: UnitRow
  problems: UnitProblems
}

export const unitsMachineTexts = textsOf('machines.units', {
  loadFailed: 'Failed to load units',
  saveFailed: 'Failed to save the unit',
  removeFailed: 'Failed to remove the unit',
  changed: 'The unit was changed meanwhile, so it has not been removed.',
  saved: 'Unit saved.',
  deleted: 'Unit removed.',
})

export const unitEntries: AttributeEntries<UnitEntries> = {
  place: ({organisationId}) => ({
    owner: {kind: 'organisation', id: organisationId, organisationId},
    name: {scope: ATTRIBUTE_SCOPES.shared, key: UNITS_ATTRIBUTE},
  }),
  attributeOf: loaded => loaded?.attribute ?? null,
  withAttribute: (loaded, attribute) => loaded && {...loaded, attribute},
  valueWith: ({loaded, draft}) => unitsWith(loaded, draft),
  valueWithout: ({loaded, row}) => unitsWithout(loaded, row),
}

/** The units of an organisation's keys, edited key by key. */
export const unitsMachine = createEntries<UnitEntries>({
  id: 'units',
  texts: unitsMachineTexts,
  saveFailed: () => unitsMachineTexts.saveFailed,
  nothing: null,
  draftOf: row => row ?? EMPTY_UNIT,
  noProblems: {},
  problemsOf: unitProblems,
  conflict: conflictOf(unitEntries, {
    changed: () => unitsMachineTexts.changed,
    isChanged: ({base, loaded, chosen, draft}) => {
      const {key} = chosen ?? draft
      return storedUnitOf(base, key)?.unit !== storedUnitOf(loaded, key)?.unit
    },
    theirs: ({loaded, chosen, draft}) => storedUnitOf(loaded, (chosen ?? draft).key),
  }),
})

export type UnitsLogic = EntriesLogic<UnitEntries>
export type UnitsRef = EntriesRef<UnitEntries>
