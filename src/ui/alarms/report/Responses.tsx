import {Link} from 'react-router-dom'
import {lengthOf} from '../../../domain/alarms/availability'
import type {AlarmReport, Response, Times} from '../../../domain/alarms/report'
import {chartPath} from '../../../domain/console/paths'
import {useApplication} from '../../kit/application'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {Panel} from '../../kit/Panel'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import {texts as kit} from '../../kit/text/texts'
import {texts} from '../texts'
import styles from './Report.module.css'

/** How long it took until alarms were acknowledged, and back to normal, by severity and by device. */
export function Responses({responses: {severities, devices}}: Pick<AlarmReport, 'responses'>) {
  const figures = useFigures()
  if (severities.length === 0) return null
  return (
    <Panel title={texts.report.responses}>
      <DataTable
        className={styles.responses}
        label={texts.report.bySeverity}
        columns={[
          {
            name: 'severity',
            head: texts.columns.severity,
            isRowHeader: true,
            cell: ({severity}) => <SeverityMark severity={severity}>{kit.severities[severity]}</SeverityMark>,
          },
          ...figures,
        ]}
        rows={severities}
        keyOf={({severity}) => severity}
      />
      <DataTable
        className={styles.responses}
        label={texts.report.byDevice}
        columns={[
          {
            name: 'device',
            head: texts.columns.device,
            isRowHeader: true,
            cell: ({deviceId, deviceName}) => (
              <Link to={chartPath(deviceId)}>
                <bdi>{deviceName}</bdi>
              </Link>
            ),
          },
          ...figures,
        ]}
        rows={devices}
        keyOf={({deviceId}) => deviceId}
      />
    </Panel>
  )
}

function useFigures(): DataColumn<Response>[] {
  const {formats} = useApplication()
  const column = (name: string, head: string, timesOf: (row: Response) => Times | null): DataColumn<Response> => ({
    name,
    head,
    isNumber: true,
    cell: row => timesText(timesOf(row)),
  })
  return [
    {name: 'raised', head: texts.report.raised, isNumber: true, cell: ({raised}) => formats.exact(raised)},
    column('acknowledged', texts.report.toAcknowledge, ({acknowledged}) => acknowledged),
    column('normal', texts.report.toNormal, ({normal}) => normal),
  ]
}

const timesText = (times: Times | null): string =>
  times === null ? '–' : texts.report.medianAndP90(lengthOf(times.median), lengthOf(times.p90))
