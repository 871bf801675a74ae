import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useSearchParams} from 'react-router-dom'
import {type HandOver, outdatedSince} from '../../../domain/alarms/shift'
import {rangeFromParameters} from '../../../domain/timeRange/timeRange'
import type {ShiftAnswer, ShiftRef} from '../../../machines/alarms/shift'
import {shiftPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {NoticeButton} from '../../kit/loading/Notice'
import {Skeleton} from '../../kit/loading/Skeleton'
import {Panel} from '../../kit/Panel'
import {TimeText} from '../../kit/text/TimeText'
import {AnsweredRange} from '../../kit/timeRange/AnsweredRange'
import tiles from '../Figures.module.css'
import {FigureTiles} from '../FigureTiles'
import {useAlarms} from '../logic'
import {OfOrganisation} from '../OfOrganisation'
import {Outdated} from '../Outdated'
import {texts as alarmTexts} from '../texts'
import {HandOverDialog, MailDialog} from './Dialogs'
import styles from './Shift.module.css'
import {ShiftChart} from './ShiftChart'
import {ShiftTables} from './ShiftTables'
import {texts} from './texts'

/** What happened in a shift, and its hand-over. */
export function ShiftPage() {
  const {zone, session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return (
    <div className={styles.page}>
      <OfOrganisation path={shiftPath} unchosen={<p className={styles.quiet}>{texts.choose}</p>}>
        {organisationId =>
          user && <Shown key={organisationId} organisationId={organisationId} zone={zone} viewer={user} />
        }
      </OfOrganisation>
    </div>
  )
}

interface ShownProps {
  organisationId: string
  zone: string
  viewer: {id: string; email: string}
}

function Shown({organisationId, zone, viewer}: ShownProps) {
  const [parameters] = useSearchParams()
  const chosen = rangeFromParameters(parameters)
  const shift = useActorRef(useAlarms().logic.shift, {input: {organisationId, zone, viewer, chosen}})
  const answer = useSelector(shift, ({context}) => context.answer)
  const unread = useSelector(shift, ({context}) => context.unread)
  const isLoading = useSelector(shift, s => s.matches({facts: 'loading'}))
  return (
    <>
      {unread !== null && (
        <div role="alert" className={tiles.missed}>
          <p>{unread}</p>
          <NoticeButton onClick={() => shift.send({type: 'retry.requested'})}>{alarmTexts.retry}</NoticeButton>
        </div>
      )}
      {answer === null ? (
        unread === null && <Skeleton height="24rem" />
      ) : (
        <div className={styles.page} aria-busy={isLoading}>
          <Tools shift={shift} answer={answer} zone={zone} />
          <HandOvers answer={answer} />
          <Figures answer={answer} />
          <ShiftTables shift={answer.shift} />
          <HandOverDialog shift={shift} />
          <MailDialog shift={shift} />
        </div>
      )}
    </>
  )
}

function Tools({shift, answer, zone}: {shift: ShiftRef; answer: ShiftAnswer; zone: string}) {
  const {isReplay} = useAlarms().logic
  const mayHandOver = answer.shift.successors !== undefined && !isReplay
  const isChosen = useSelector(shift, ({context}) => context.chosen !== null)
  return (
    <div className={styles.tools}>
      <div className={styles.range}>
        <AnsweredRange machine={shift} answer={answer} zone={zone} />
        {isChosen && (
          <Button size="xs" variant="default" onClick={() => shift.send({type: 'handOver.chosen'})}>
            {texts.sinceHandOver}
          </Button>
        )}
      </div>
      <Freshness shift={shift} answer={answer} isChosen={isChosen} />
      <div className={styles.buttons}>
        <Button size="xs" variant="default" onClick={() => window.print()}>
          {texts.print}
        </Button>
        {!isReplay && (
          <Button size="xs" variant="default" onClick={() => shift.send({type: 'mail.requested'})}>
            {texts.send}
          </Button>
        )}
        {mayHandOver && (
          <Button size="xs" onClick={() => shift.send({type: 'handOver.requested'})}>
            {texts.handOver}
          </Button>
        )}
      </div>
    </div>
  )
}

interface FreshnessProps {
  shift: ShiftRef
  answer: ShiftAnswer
  isChosen: boolean
}

/** Says which time is shown, as of when, and what has come since. */
function Freshness({shift, answer, isChosen}: FreshnessProps) {
  const {formats} = useApplication()
  const since = useSelector(shift, ({context}) => outdatedSince(context))
  const newer = useSelector(shift, ({context}) => context.newer.size)
  const {handOver, range} = answer.shift
  const beganThen = handOver !== null && handOver.at === range.start
  return (
    <div className={styles.freshness} role="status">
      <span className={styles.quiet}>
        {!isChosen &&
          `${beganThen ? texts.since(formats.time(handOver.at, 'minute'), handOver.by) : texts.lastHours} · `}
        <TimeText at={answer.readAt}>{texts.asOf(formats.time(answer.readAt, 'minute'))}</TimeText>
      </span>
      <Outdated since={since} />
      {newer > 0 && (
        <Button size="xs" variant="light" onClick={() => shift.send({type: 'refresh.requested'})}>
          {texts.newer(formats.exact(newer), newer)}
        </Button>
      )}
    </div>
  )
}

function HandOvers({answer: {shift, range}}: {answer: ShiftAnswer}) {
  const {handOver, earlier} = shift
  if (handOver === null) return null
  return (
    <section className={styles.handOver} data-present={handOver.at >= range.start || undefined}>
      <Note handOver={handOver} />
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>{texts.earlier}</summary>
          {earlier.map(each => (
            <Note key={each.id} handOver={each} />
          ))}
        </details>
      )}
    </section>
  )
}

function Note({handOver: {at, by, to, notes}}: {handOver: HandOver}) {
  const {formats} = useApplication()
  const time = formats.dateTime(at, 'minute')
  const [first] = notes
  return (
    <article className={styles.note}>
      <h2>
        <TimeText at={at}>{to === null ? texts.handedOver(by, time) : texts.handedOverTo(by, to, time)}</TimeText>
      </h2>
      {first === undefined && <p className={styles.quiet}>{texts.withoutNote}</p>}
      {notes.map(note => (
        <div key={`${note.at} ${note.by}`}>
          {(note !== first || note.at !== at) && (
            <p className={styles.quiet}>{texts.by(note.by, formats.dateTime(note.at, 'minute'))}</p>
          )}
          <p className={styles.text} dir="auto">
            {note.note}
          </p>
        </div>
      ))}
    </article>
  )
}

function Figures({answer: {shift, range}}: {answer: ShiftAnswer}) {
  const {formats} = useApplication()
  const {alarms, links} = shift
  const raised = alarms.raised.warning + alarms.raised.critical
  const figures: (readonly [string, number])[] = [
    [alarms.raised.critical === 0 ? texts.raised : texts.raisedCritical(formats.exact(alarms.raised.critical)), raised],
    [texts.ended, alarms.ended],
    [texts.active, alarms.active],
    [texts.unacknowledged, alarms.unacknowledged],
    [texts.lost, links.lost],
    [texts.silentDevices, links.silentDevices],
  ]
  return (
    <>
      <FigureTiles
        label={texts.figures}
        figures={figures.map(([name, count]) => [name, formats.exact(count)] as const)}
      />
      {shift.periods.length > 0 && (
        <Panel title={texts.overTime}>
          <ShiftChart
            shift={shift}
            range={range}
            label={texts.chart(formats.exact(raised), formats.exact(links.lost))}
          />
        </Panel>
      )}
    </>
  )
}
