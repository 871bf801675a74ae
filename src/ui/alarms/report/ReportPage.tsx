import {useComputedColorScheme} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {memo} from 'react'
import {Link} from 'react-router-dom'
import {lengthOf} from '../../../domain/alarms/availability'
import {
  type AlarmReport,
  averageRate,
  columnsOf,
  FLOOD,
  peakRate,
  type Response,
  type Times,
} from '../../../domain/alarms/report'
import {chartPath} from '../../../domain/console/paths'
import type {TimeRange} from '../../../domain/timeRange/timeRange'
import type {ReportAnswer} from '../../../machines/alarms/report'
import {reportPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {NoticeButton} from '../../kit/loading/Notice'
import {Skeleton} from '../../kit/loading/Skeleton'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {Panel} from '../../kit/Panel'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import {TimeText} from '../../kit/text/TimeText'
import {texts as kit} from '../../kit/text/texts'
import {AnsweredRange} from '../../kit/timeRange/AnsweredRange'
import {Figures as AvailabilityFigures} from '../availability/Figures'
import tiles from '../Figures.module.css'
import {FigureTiles} from '../FigureTiles'
import {useAlarms} from '../logic'
import {OfOrganisation} from '../OfOrganisation'
import {texts} from '../texts'
import styles from './Report.module.css'
import {ReportLists} from './ReportTables'

/** The figures that EEMUA 191 requires, of one organisation. */
export function ReportPage() {
  const {zone} = useApplication()
  return (
    <div className={styles.report}>
      <OfOrganisation path={reportPath} unchosen={<p className={styles.quiet}>{texts.report.choose}</p>}>
        {organisationId => <Report key={organisationId} organisationId={organisationId} zone={zone} />}
      </OfOrganisation>
    </div>
  )
}

function Report({organisationId, zone}: {organisationId: string; zone: string}) {
  const report = useActorRef(useAlarms().logic.report, {input: {organisationId, zone}})
  const answer = useSelector(report, ({context}) => context.answer)
  const message = useSelector(report, ({context}) => context.message)
  const isLoading = useSelector(report, s => s.matches('loading'))
  return (
    <>
      {answer !== null && <AnsweredRange machine={report} answer={answer} zone={zone} />}
      {message !== null && (
        <div role="alert" className={tiles.missed}>
          <p>{message}</p>
          <NoticeButton onClick={() => report.send({type: 'retry.requested'})}>{texts.retry}</NoticeButton>
        </div>
      )}
      {answer === null ? isLoading && <Skeleton height="24rem" /> : <Figures answer={answer} isBusy={isLoading} />}
    </>
  )
}

function Figures({answer: {report, availability, range, readAt}, isBusy}: {answer: ReportAnswer; isBusy: boolean}) {
  const {formats} = useApplication()
  const figures = [
    [texts.report.raised, formats.exact(report.raised)],
    [texts.report.average, formats.number(averageRate(report, range), {digits: 2})],
    [texts.report.most, formats.exact(peakRate(report))],
    [texts.report.floods, formats.exact(report.floods.length)],
    ...(report.inMaintenance === undefined
      ? []
      : [[texts.report.inMaintenance, formats.exact(report.inMaintenance)] as const]),
  ] as const
  return (
    <div className={styles.figures} aria-busy={isBusy}>
      <p className={styles.quiet} role="status">
        <TimeText at={readAt}>{texts.report.asOf(formats.time(readAt, 'minute'))}</TimeText>
      </p>
      <FigureTiles figures={figures} />
      <Panel title={texts.report.perPeriod}>
        <PeriodsCanvas
          report={report}
          range={range}
          label={texts.report.perPeriodLabel(formats.exact(peakRate(report)), formats.exact(report.floods.length))}
        />
        <p className={styles.ends} aria-hidden="true">
          <span>{formats.dateTime(range.start, 'minute')}</span>
          <span>{formats.dateTime(range.end, 'minute')}</span>
        </p>
        <p className={styles.quiet}>{report.floods.length === 0 ? texts.report.noFloods : texts.report.floodHint}</p>
        <ul className={styles.floods}>
          {report.floods.map(({start, end, raised}) => (
            <li key={start}>
              {formats.range(start, end, {zone: false})}: {texts.report.flood(formats.exact(raised))}
            </li>
          ))}
        </ul>
      </Panel>
      {availability !== null && (
        <Panel title={texts.views.availability}>
          <AvailabilityFigures report={availability} />
        </Panel>
      )}
      <Responses responses={report.responses} />
      <ReportLists report={report} />
    </div>
  )
}

interface Props {
  report: AlarmReport
  range: TimeRange
  label: string
}

/** A column for each ten minutes, or for the worst of several where they don't all fit; floods are above the line. */
const PeriodsCanvas = memo(function PeriodsCanvas({report, range, label}: Props) {
  useComputedColorScheme()
  const attach = (canvas: HTMLCanvasElement) => {
    const observer = new ResizeObserver(() => draw(canvas, report, range))
    observer.observe(canvas)
    return () => observer.disconnect()
  }
  return <canvas ref={attach} className={styles.canvas} role="img" aria-label={label} />
})

const COLUMN = 4

function draw(canvas: HTMLCanvasElement, report: AlarmReport, range: TimeRange) {
  const context = canvas.getContext('2d')
  if (context === null) return
  const {clientWidth: width, clientHeight: height} = canvas
  const {devicePixelRatio: density} = window
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  context.scale(density, density)
  const style = getComputedStyle(canvas)
  const columns = columnsOf(report, range, Math.max(1, Math.floor(width / COLUMN)))
  const most = Math.max(FLOOD + 2, ...columns)
  const up = (raised: number) => (raised / most) * (height - 2)
  columns.forEach((raised, at) => {
    context.fillStyle = raised > FLOOD ? style.getPropertyValue('--severity-critical') : style.color
    context.fillRect(at * COLUMN, height - up(raised), COLUMN - 1, up(raised))
  })
  context.strokeStyle = style.getPropertyValue('--line-strong')
  context.setLineDash([4, 4])
  context.beginPath()
  context.moveTo(0, height - up(FLOOD))
  context.lineTo(width, height - up(FLOOD))
  context.stroke()
}

/** How long it took until alarms were acknowledged, and back to normal, by severity and by device. */
function Responses({responses: {severities, devices}}: Pick<AlarmReport, 'responses'>) {
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
