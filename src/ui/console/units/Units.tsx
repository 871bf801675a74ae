import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useRef} from 'react'
import {COMMON_UNITS, storedUnitOf, type UnitRow, unitRows} from '../../../domain/console/units'
import type {UnitsLogic, UnitsRef} from '../../../machines/console/units'
import {DESCRIBED_BELOW, fieldOf, useForm} from '../../kit/form/fields'
import {EntriesList} from '../../kit/loading/EntriesList'
import {Panel} from '../../kit/Panel'
import {SuggestField} from '../../kit/picker/Picker'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import {RowButton} from '../../kit/table/RowButton'
import {EditorDialog} from '../EditorDialog'
import type {OfOrganisation} from '../logic'
import styles from '../thresholds/Thresholds.module.css'
import {texts} from './texts'

/** Lists the units of an organisation's keys, and edits them. */
export function Units({logic, organisationId}: OfOrganisation & {logic: UnitsLogic}) {
  const units = useActorRef(logic, {input: {organisationId}})
  const addButton = useRef<HTMLButtonElement>(null)
  const isThere = useSelector(units, s => s.matches('loaded'))
  return (
    <Panel
      title={texts.title}
      actions={
        isThere && (
          <Button ref={addButton} size="xs" onClick={() => units.send({type: 'add.requested'})}>
            {texts.add}
          </Button>
        )
      }
    >
      <EntriesList entries={units} loading={texts.loading} className={styles.note}>
        <UnitTable units={units} />
      </EntriesList>
      <UnitDialog units={units} onGone={() => addButton.current?.focus()} />
    </Panel>
  )
}

function UnitTable({units}: {units: UnitsRef}) {
  const loaded = useSelector(units, ({context}) => context.loaded)
  const rows = loaded === null ? [] : unitRows(loaded)
  if (rows.length === 0) return <p className={styles.note}>{texts.none}</p>
  return (
    <DataTable
      className={styles.table}
      label={texts.title}
      columns={columnsOf(units)}
      rows={rows}
      keyOf={({key}) => key}
    />
  )
}

const columnsOf = (units: UnitsRef): DataColumn<UnitRow>[] => [
  {name: 'key', head: texts.columns.key, isRowHeader: true, cell: ({key}) => <bdi>{key}</bdi>},
  {name: 'unit', head: texts.columns.unit, cell: ({unit}) => <bdi>{unit}</bdi>},
  {
    name: 'actions',
    head: texts.columns.actions,
    className: styles.actions,
    cell: row => (
      <>
        <RowButton text={texts.edit} name={row.key} onClick={() => units.send({type: 'edit.requested', row})} />
        <RowButton text={texts.remove} name={row.key} onClick={() => units.send({type: 'deletion.requested', row})} />
      </>
    ),
  },
]

function UnitDialog({units, onGone}: {units: UnitsRef; onGone: () => void}) {
  const draft = useSelector(units, ({context}) => context.draft)
  const {key} = useSelector(units, ({context}) => context.chosen) ?? draft
  const theirs = useSelector(units, ({context}) => storedUnitOf(context.loaded, key)?.unit ?? null)
  const updatedAt = useSelector(units, ({context}) => context.loaded?.attribute?.updatedAt ?? null)
  return (
    <EditorDialog
      entries={units}
      name={key}
      texts={texts}
      versions={{mine: draft.unit, theirs: theirs ?? texts.conflict.removed, updatedAt}}
      onGone={onGone}
    >
      <UnitForm units={units} />
    </EditorDialog>
  )
}

/** Below the last field, the list would cover the buttons of the dialog. */
const ABOVE = {withinPortal: false, offset: 2, shadow: 'md', position: 'top'} as const

const NO_KEYS: readonly string[] = []

function UnitForm({units}: {units: UnitsRef}) {
  const form = useForm(units)
  const isNew = useSelector(units, ({context}) => context.chosen === null)
  const keys = useSelector(units, ({context}) => context.loaded?.keys ?? NO_KEYS)
  const {change} = form
  return (
    <>
      {isNew && (
        <SuggestField
          {...fieldOf(form, 'key')}
          label={texts.form.key}
          data-autofocus
          spellCheck={false}
          required
          data={keys}
          onChange={key => change({key})}
        />
      )}
      <SuggestField
        {...fieldOf(form, 'unit')}
        label={texts.form.unit}
        inputWrapperOrder={DESCRIBED_BELOW}
        description={texts.form.unitHint}
        data-autofocus={!isNew || undefined}
        spellCheck={false}
        required
        comboboxProps={ABOVE}
        data={COMMON_UNITS}
        onChange={unit => change({unit})}
      />
    </>
  )
}
