import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {CheckedRow} from '../../../domain/console/deviceImport/check'
import type {Mapping} from '../../../domain/console/deviceImport/columns'
import {ROW_FILTERS, type RowFilter, rowsOf} from '../../../domain/console/deviceImport/filter'
import type {DeviceImportRef} from '../../../machines/console/deviceImport'
import {CountFilter} from '../../kit/table/CountFilter'
import type {DataColumn} from '../../kit/table/DataTable'
import {MeasuredTable} from '../../kit/table/MeasuredTable'
import styles from './Import.module.css'
import {StepSection} from './StepSection'
import {texts as allTexts} from './texts'

const texts = allTexts.checked

/** Shows what the import would create; nothing is written before its start is requested. */
export function CheckedRows({deviceImport}: {deviceImport: DeviceImportRef}) {
  const rows = useSelector(deviceImport, ({context}) => context.rows)
  const canImport = useSelector(deviceImport, s => s.can({type: 'import.requested'}))
  const found = useMemo(() => rowsOf(rows), [rows])
  return (
    <StepSection heading={texts.heading}>
      <p>{texts.lead}</p>
      <Counts deviceImport={deviceImport} found={found} />
      <Rows deviceImport={deviceImport} found={found} />
      <div className={styles.buttons}>
        <Button disabled={!canImport} onClick={() => deviceImport.send({type: 'import.requested'})}>
          {texts.start(found.good.length)}
        </Button>
        <Button variant="default" onClick={() => deviceImport.send({type: 'mapping.requested'})}>
          {texts.back}
        </Button>
        {found.wrong.length > 0 && (
          <Button variant="default" onClick={() => deviceImport.send({type: 'result.requested'})}>
            {texts.save}
          </Button>
        )}
      </div>
    </StepSection>
  )
}

interface FoundProps {
  deviceImport: DeviceImportRef
  found: Readonly<Record<RowFilter, readonly CheckedRow[]>>
}

function Counts({deviceImport, found}: FoundProps) {
  const filter = useSelector(deviceImport, ({context}) => context.filter)
  const offered = ROW_FILTERS.filter(name => name !== 'repeated' || found.repeated.length > 0)
  return (
    <CountFilter
      label={allTexts.filter}
      counts={offered.map(name => ({
        name,
        label: texts.filters[name](found[name].length),
        count: found[name].length,
        isBad: name === 'wrong',
      }))}
      chosen={filter}
      onChosen={name => deviceImport.send({type: 'filter.changed', filter: name})}
    />
  )
}

function Rows({deviceImport, found}: FoundProps) {
  const filter = useSelector(deviceImport, ({context}) => context.filter)
  const mapping = useSelector(deviceImport, ({context}) => context.mapping)
  if (found[filter].length === 0) return <p className={styles.quiet}>{allTexts.empty}</p>
  return (
    <MeasuredTable
      key={filter}
      label={texts.table}
      rows={found[filter]}
      keyOf={({line}) => line}
      columns={columnsOf(mapping)}
    />
  )
}

const columnsOf = (mapping: Mapping): DataColumn<CheckedRow>[] => [
  {name: 'line', head: texts.columns.line, isRowHeader: true, className: styles.line, cell: ({line}) => line},
  {name: 'name', head: texts.columns.name, cell: ({device}) => <bdi>{device.name}</bdi>},
  {
    name: 'details',
    head: texts.columns.details,
    className: styles.wide,
    cell: ({device}) => <bdi>{[device.type, device.label].filter(Boolean).join(' · ')}</bdi>,
  },
  {
    name: 'customer',
    head: texts.columns.customer,
    className: styles.wide,
    cell: ({cells}) => <bdi>{mapping.customer === null ? '' : cells[mapping.customer]}</bdi>,
  },
  {name: 'findings', head: texts.columns.findings, className: styles.reasons, cell: row => <Findings {...row} />},
]

function Findings({problems, warnings}: Pick<CheckedRow, 'problems' | 'warnings'>) {
  if (problems.length + warnings.length === 0) return texts.fine
  return (
    <ul className={styles.findings}>
      {problems.map(problem => (
        <li key={problem} data-is="problem">
          {texts.problem} {problem}
        </li>
      ))}
      {warnings.map(({text}) => (
        <li key={text}>
          {texts.note} {text}
        </li>
      ))}
    </ul>
  )
}
