import {Anchor, Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {Link} from 'react-router-dom'
import type {CheckedRow} from '../../../domain/console/deviceImport/check'
import {RESULT_FILTERS, type ResultFilter, resultsOf} from '../../../domain/console/deviceImport/filter'
import {type Results, resultOf} from '../../../domain/console/deviceImport/outcome'
import {reasonOf, resultWord} from '../../../domain/console/deviceImport/result'
import type {DeviceImportRef} from '../../../machines/console/deviceImport'
import {CountFilter} from '../../kit/table/CountFilter'
import type {DataColumn} from '../../kit/table/DataTable'
import {MeasuredTable} from '../../kit/table/MeasuredTable'
import {usePaths} from '../../kit/viewer'
import styles from './Import.module.css'
import {StepSection} from './StepSection'
import {texts as allTexts} from './texts'

const texts = allTexts.finished

export function Finished({deviceImport}: {deviceImport: DeviceImportRef}) {
  const rows = useSelector(deviceImport, ({context}) => context.rows)
  const outcomes = useSelector(deviceImport, ({context}) => context.outcomes)
  const unsureLines = useSelector(deviceImport, ({context}) => context.unsureLines)
  const organisationId = useSelector(deviceImport, ({context}) => context.organisationId)
  const paths = usePaths()
  const results = useMemo(() => ({outcomes, unsureLines}), [outcomes, unsureLines])
  const found = useMemo(() => resultsOf(rows, results), [rows, results])
  const failed = found.failed.length
  const undone = failed + found.unclear.length + found.notStarted.length
  return (
    <StepSection heading={texts.heading(undone === 0)}>
      {undone > 0 && <p>{texts.stays}</p>}
      <Counts deviceImport={deviceImport} found={found} />
      <Rows deviceImport={deviceImport} found={found} results={results} />
      <div className={styles.buttons}>
        <Button component={Link} to={paths.list('device', organisationId)}>
          {texts.list}
        </Button>
        {undone > 0 && (
          <Button variant="default" onClick={() => deviceImport.send({type: 'retry.requested'})}>
            {undone === failed ? texts.retryFailed(failed) : texts.retry(undone)}
          </Button>
        )}
        <Button variant="default" onClick={() => deviceImport.send({type: 'result.requested'})}>
          {texts.save}
        </Button>
        <Button variant="default" onClick={() => deviceImport.send({type: 'file.discarded'})}>
          {texts.other}
        </Button>
      </div>
    </StepSection>
  )
}

interface FoundProps {
  deviceImport: DeviceImportRef
  found: Readonly<Record<ResultFilter, readonly CheckedRow[]>>
}

function Counts({deviceImport, found}: FoundProps) {
  const filter = useSelector(deviceImport, ({context}) => context.resultFilter)
  const offered = RESULT_FILTERS.filter(name => ALWAYS.includes(name) || found[name].length > 0)
  return (
    <CountFilter
      label={allTexts.filter}
      counts={offered.map(name => ({
        name,
        label: name === 'all' ? allTexts.checked.filters.all(found.all.length) : resultWord(name),
        count: found[name].length,
        isBad: name === 'failed' || name === 'unclear',
      }))}
      chosen={filter}
      onChosen={name => deviceImport.send({type: 'result.filtered', filter: name})}
    />
  )
}

const ALWAYS: readonly ResultFilter[] = ['all', 'created', 'failed']

function Rows({deviceImport, found, results}: FoundProps & {results: Results}) {
  const filter = useSelector(deviceImport, ({context}) => context.resultFilter)
  if (found[filter].length === 0) return <p className={styles.quiet}>{allTexts.empty}</p>
  return (
    <MeasuredTable
      key={filter}
      label={texts.table}
      rows={found[filter]}
      keyOf={({line}) => line}
      columns={columnsOf(results)}
    />
  )
}

const columnsOf = (results: Results): DataColumn<CheckedRow>[] => [
  {name: 'line', head: texts.columns.line, isRowHeader: true, className: styles.line, cell: ({line}) => line},
  {
    name: 'name',
    head: texts.columns.name,
    cell: ({line, device}) => <Device name={device.name} id={results.outcomes.get(line)?.deviceId ?? null} />,
  },
  {
    name: 'result',
    head: texts.columns.result,
    className: styles.result,
    cell: row => resultWord(resultOf(row, results)),
  },
  {name: 'reason', head: texts.columns.reason, className: styles.reasons, cell: row => reasonOf(row, results)},
]

function Device({name, id}: {name: string; id: string | null}) {
  const paths = usePaths()
  if (id === null) return <bdi>{name}</bdi>
  return (
    <Anchor component={Link} to={paths.record('device', id)} inherit>
      <bdi>{name}</bdi>
    </Anchor>
  )
}
