import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import {filterFromSearch} from '../../../domain/alarms/filter'
import type {Formats} from '../../../domain/format/formats'
import {draftOf, type MaintenanceWindow, STAGES, stageOf} from '../../../domain/maintenance'
import type {MaintenanceRef} from '../../../machines/alarms/maintenance'
import {maintenancePath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {EntriesList} from '../../kit/loading/EntriesList'
import {Panel} from '../../kit/Panel'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import {useAlarms} from '../logic'
import {OfOrganisation} from '../OfOrganisation'
import styles from './Maintenance.module.css'
import {MaintenanceDialog} from './MaintenanceDialog'
import {texts} from './texts'

/** When devices of an organisation are in maintenance. */
export const MaintenancePage = () => (
  <div className={styles.page}>
    <OfOrganisation path={maintenancePath} unchosen={<p className={styles.quiet}>{texts.choose}</p>}>
      {organisationId => <Windows key={organisationId} organisationId={organisationId} />}
    </OfOrganisation>
  </div>
)

function Windows({organisationId}: {organisationId: string}) {
  const {session, zone} = useApplication()
  const {logic} = useAlarms()
  const {search} = useLocation()
  const authority = useSelector(session, ({context}) => context.user?.authority ?? '')
  const entries = useActorRef(logic.maintenance, {
    input: {organisationId, authority, zone, now: logic.now, deviceId: filterFromSearch(search).deviceId},
  })
  const mayPlan = useSelector(
    entries,
    ({
      context: {
        loaded: {choices},
      },
    }) => choices.isOrganisation || choices.devices.length > 0,
  )
  return (
    <>
      <div className={styles.head}>
        <p className={styles.quiet}>{texts.lead}</p>
        {mayPlan && !logic.isReplay && (
          <Button size="xs" onClick={() => entries.send({type: 'add.requested'})}>
            {texts.add}
          </Button>
        )}
      </div>
      <EntriesList entries={entries} loading={texts.loading} className={styles.quiet}>
        <Stages entries={entries} />
      </EntriesList>
      <MaintenanceDialog entries={entries} />
    </>
  )
}

function Stages({entries}: {entries: MaintenanceRef}) {
  const {formats} = useApplication()
  const {now, isReplay} = useAlarms().logic
  const windows = useSelector(entries, ({context}) => context.loaded.windows)
  const at = now()
  return STAGES.map(stage => {
    const rows = windows.filter(window => stageOf(window, at) === stage)
    return (
      <Panel key={stage} title={texts.stages[stage]}>
        {rows.length === 0 ? (
          <p className={styles.quiet}>{texts.nothing[stage]}</p>
        ) : (
          <DataTable
            columns={columnsOf(
              formats,
              window => !isReplay && window.mayChange && <Actions entries={entries} stage={stage} window={window} />,
            )}
            rows={rows}
            keyOf={({id}) => id}
          />
        )}
      </Panel>
    )
  })
}

const columnsOf = (
  formats: Formats,
  actions: DataColumn<MaintenanceWindow>['cell'],
): DataColumn<MaintenanceWindow>[] => [
  {
    name: 'title',
    head: texts.columns.title,
    isRowHeader: true,
    cell: ({title, reason}) => (
      <>
        <bdi>{title}</bdi>
        {reason !== '' && <p className={styles.quiet}>{reason}</p>}
      </>
    ),
  },
  {
    name: 'target',
    head: texts.columns.target,
    cell: ({target, targetName}) => <bdi>{texts.targets[target.kind](targetName ?? target.value ?? '')}</bdi>,
  },
  {name: 'when', head: texts.columns.when, cell: window => whenText(window, formats)},
  {
    name: 'repeat',
    head: texts.columns.repeat,
    cell: window => {
      const {repeat, rule} = draftOf(window)
      return repeat === 'rule' ? <code>{rule}</code> : texts.repeats[repeat]
    },
  },
  {name: 'actions', head: texts.columns.actions, cell: actions},
]

function whenText({period, last}: MaintenanceWindow, {range}: Formats): string {
  const shown = period ?? last
  return shown === null ? '' : range(shown.start, shown.end)
}

interface ActionsProps {
  entries: MaintenanceRef
  stage: (typeof STAGES)[number]
  window: MaintenanceWindow
}

const HOUR_MINUTES = 60

function Actions({entries, stage, window}: ActionsProps) {
  const isBusy = useSelector(entries, s => s.hasTag('busy'))
  const {id, title} = window
  const button = (text: string, label: string, act: () => void) => (
    <Button size="compact-xs" variant="default" aria-label={label} aria-disabled={isBusy} onClick={act}>
      {text}
    </Button>
  )
  return (
    <div className={styles.actions}>
      {stage === 'running' && (
        <>
          {button(texts.end, texts.endWhat(title), () =>
            entries.send({type: 'act.requested', act: {id, minutes: null}}),
          )}
          {button(texts.extend, texts.extendWhat(title), () =>
            entries.send({type: 'act.requested', act: {id, minutes: HOUR_MINUTES}}),
          )}
        </>
      )}
      {button(texts.edit, texts.editWhat(title), () => entries.send({type: 'edit.requested', row: window}))}
      {button(texts.delete, texts.deleteWhat(title), () => entries.send({type: 'deletion.requested', row: window}))}
    </div>
  )
}
