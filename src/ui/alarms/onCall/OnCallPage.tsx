import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {Shift} from '../../../../contract/rules/onCall/shifts'
import {DAY} from '../../../../contract/rules/time/durations'
import {daysOf, type NamedRota, outlookOf, type Person} from '../../../domain/alarms/onCall'
import {mayManage} from '../../../domain/session/user'
import type {OnCallRef} from '../../../machines/alarms/onCall'
import {useApplication} from '../../kit/application'
import {Confirmation} from '../../kit/dialog/ConfirmDialog'
import {Failure} from '../../kit/form/Failure'
import {Loaded} from '../../kit/loading/Loaded'
import {Panel} from '../../kit/Panel'
import {useAlarms} from '../logic'
import {OfOrganisation} from '../OfOrganisation'
import {onCallPath} from '../paths'
import {calledUntil, nameOf} from './called'
import styles from './OnCall.module.css'
import {RotaForm} from './RotaForm'
import {TakeoverForm} from './TakeoverForm'
import {texts} from './texts'

/** Who is on call in an organisation, now and in the coming two weeks. */
export const OnCallPage = () => (
  <div className={styles.page}>
    <OfOrganisation path={onCallPath} unchosen={<p className={styles.quiet}>{texts.choose}</p>}>
      {organisationId => <Rotas key={organisationId} organisationId={organisationId} />}
    </OfOrganisation>
  </div>
)

function Rotas({organisationId}: {organisationId: string}) {
  const {session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  if (user === null) return null
  if (!mayManage(user)) return <p className={styles.quiet}>{texts.notYours}</p>
  return <OwnRotas organisationId={organisationId} userId={user.id} />
}

function OwnRotas({organisationId, userId}: {organisationId: string; userId: string}) {
  const {zone} = useApplication()
  const {logic} = useAlarms()
  const of = useActorRef(logic.onCall, {input: {organisationId, userId, zone, now: logic.now}})
  const rotas = useSelector(of, ({context}) => context.rotas)
  const isLoaded = useSelector(of, ({context}) => context.people.length > 0)
  const isOpen = useSelector(of, s => s.matches('form') || s.matches('takingOver') || s.matches('deleting'))
  const chosen = useSelector(of, ({context}) => context.chosen?.name ?? '')
  return (
    <>
      <div className={styles.head}>
        <p className={styles.quiet}>{texts.lead}</p>
        {isLoaded && !logic.isReplay && (
          <Button size="xs" onClick={() => of.send({type: 'add.requested'})}>
            {texts.add}
          </Button>
        )}
      </div>
      {!isOpen && <Failure of={of} />}
      <Loaded of={of} loading={texts.loading} className={styles.quiet} isKept={rotas.length > 0}>
        {rotas.length === 0 && <p className={styles.quiet}>{texts.nothing}</p>}
        {rotas.map(rota => (
          <Rota key={rota.id} of={of} rota={rota} />
        ))}
      </Loaded>
      <RotaForm of={of} />
      <TakeoverForm of={of} />
      <Confirmation
        of={of}
        state="deleting"
        confirmed="deletion.confirmed"
        texts={{title: texts.deletion.title(chosen)}}
      >
        <p>{texts.deletion.lead}</p>
      </Confirmation>
    </>
  )
}

function Rota({of, rota}: {of: OnCallRef; rota: NamedRota}) {
  const {formats} = useApplication()
  const people = useSelector(of, ({context}) => context.people)
  const at = useSelector(of, ({context}) => context.at)
  const outlook = outlookOf(rota, people, at)
  const {next, shifts, gaps} = outlook
  const time = (moment: number) => formats.dateTime(moment, 'minute')
  return (
    <Panel title={rota.name} actions={<Actions of={of} rota={rota} />}>
      <div className={styles.rota}>
        <dl className={styles.facts}>
          <dt>{texts.now}</dt>
          <dd>{calledUntil(outlook, people, formats)}</dd>
          <dt>{texts.next}</dt>
          <dd>{next === null ? texts.goesOn : texts.from(nameOf(people, next.person), time(next.start))}</dd>
        </dl>
        {gaps.map(({start, end}) => (
          <p key={start} role="alert" className={styles.gap}>
            {texts.gap(time(start), time(end))}
          </p>
        ))}
        <Strip name={rota.name} shifts={shifts} people={people} />
        <Takeovers of={of} rota={rota} />
      </div>
    </Panel>
  )
}

interface StripProps {
  name: string
  shifts: readonly Shift[]
  people: readonly Person[]
}

/** A part of a day that is shorter has no room for the name of the day. */
const NAMED_FROM = 0.75 * DAY

function Strip({name, shifts, people}: StripProps) {
  const {formats, zone} = useApplication()
  const days = daysOf({start: shifts[0]?.start ?? 0, end: shifts.at(-1)?.end ?? 0}, zone)
  return (
    <div className={styles.weeks}>
      <ol className={styles.strip} aria-label={texts.strip(name)}>
        {shifts.map(({start, end, person}) => {
          const said = texts.shift(nameOf(people, person), formats.range(start, end))
          return (
            <li
              key={start}
              className={styles.shift}
              style={{flexGrow: end - start}}
              data-gap={person === null ? '' : undefined}
              aria-label={said}
              title={said}
            >
              {nameOf(people, person)}
            </li>
          )
        })}
      </ol>
      <div className={styles.scale} aria-hidden="true">
        {days.map(({start, end}) => (
          <span key={start} style={{flexGrow: end - start}}>
            {end - start < NAMED_FROM ? '' : formats.day(start)}
          </span>
        ))}
      </div>
    </div>
  )
}

function Takeovers({of, rota}: {of: OnCallRef; rota: NamedRota}) {
  const {formats} = useApplication()
  const {isReplay} = useAlarms().logic
  const people = useSelector(of, ({context}) => context.people)
  const at = useSelector(of, ({context}) => context.at)
  const open = rota.overrides.filter(({end}) => end > at)
  if (open.length === 0) return null
  return (
    <section aria-label={texts.takeovers}>
      <p className={styles.quiet}>{texts.takeovers}</p>
      <ul className={styles.list}>
        {open.map(({id, person, start, end}) => (
          <li key={id} className={styles.actions}>
            {texts.shift(nameOf(people, person), formats.range(start, end))}
            {!isReplay && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={texts.giveBackWhat(nameOf(people, person))}
                onClick={() => of.send({type: 'return.requested', rota, overrideId: id})}
              >
                {texts.giveBack}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Actions({of, rota}: {of: OnCallRef; rota: NamedRota}) {
  const isBusy = useSelector(of, s => s.hasTag('busy'))
  const {isReplay} = useAlarms().logic
  if (isReplay) return null
  const button = (
    text: string,
    label: string,
    type: 'takeover.requested' | 'edit.requested' | 'deletion.requested',
  ) => (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={label}
      aria-disabled={isBusy}
      onClick={() => of.send({type, rota})}
    >
      {text}
    </Button>
  )
  return (
    <div className={styles.actions}>
      {button(texts.takeOver, texts.takeOverWhat(rota.name), 'takeover.requested')}
      {button(texts.edit, texts.editWhat(rota.name), 'edit.requested')}
      {button(texts.delete, texts.deleteWhat(rota.name), 'deletion.requested')}
    </div>
  )
}
