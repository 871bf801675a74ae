import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {Shift} from '../../../../contract/rules/onCall/shifts'
import {DAY} from '../../../../contract/rules/time/durations'
import {daysOf, draftOfTakeover, type NamedRota, outlookOf, type Person} from '../../../domain/alarms/onCall'
import {mayManage} from '../../../domain/user'
import type {OnCallRef} from '../../../machines/alarms/onCall'
import {onCallPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {EntriesDialog} from '../../kit/dialog/EntriesDialog'
import {useForm} from '../../kit/form/fields'
import {MinuteField} from '../../kit/form/MinuteField'
import {EntriesList} from '../../kit/loading/EntriesList'
import {Panel} from '../../kit/Panel'
import {Picker} from '../../kit/picker/Picker'
import {useAlarms, useMinute} from '../logic'
import {OfOrganisation} from '../OfOrganisation'
import {calledUntil, nameOf} from './called'
import styles from './OnCall.module.css'
import {RotaFields} from './RotaFields'
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
  const entries = useActorRef(logic.onCall, {input: {organisationId, zone, now: logic.now}})
  const rotas = useSelector(entries, ({context}) => context.loaded.rotas)
  const isLoaded = useSelector(entries, ({context}) => context.loaded.people.length > 0)
  return (
    <>
      <div className={styles.head}>
        <p className={styles.quiet}>{texts.lead}</p>
        {isLoaded && !logic.isReplay && (
          <Button size="xs" onClick={() => entries.send({type: 'add.requested'})}>
            {texts.add}
          </Button>
        )}
      </div>
      <EntriesList entries={entries} loading={texts.loading} className={styles.quiet}>
        {rotas.length === 0 && <p className={styles.quiet}>{texts.nothing}</p>}
        {rotas.map(rota => (
          <Rota key={rota.id} entries={entries} rota={rota} userId={userId} />
        ))}
      </EntriesList>
      <OnCallDialog entries={entries} />
    </>
  )
}

/** Asks for a rota, or for a takeover of one. */
function OnCallDialog({entries}: {entries: OnCallRef}) {
  const name = useSelector(entries, ({context}) => context.chosen?.name ?? null)
  const form = useSelector(entries, ({context}) => context.draft.form)
  const deletion = {texts: {title: texts.deletion.title(name ?? '')}, lead: texts.deletion.lead}
  if (form === 'takeover')
    return (
      <EntriesDialog entries={entries} title={texts.takeover.title(name ?? '')} isSaveFirst deletion={deletion}>
        <TakeoverFields entries={entries} />
      </EntriesDialog>
    )
  const title = name === null ? texts.form.adding : texts.form.editing(name)
  return (
    <EntriesDialog entries={entries} title={title} size="lg" deletion={deletion}>
      <RotaFields entries={entries} />
    </EntriesDialog>
  )
}

interface RotaProps {
  entries: OnCallRef
  rota: NamedRota
  /** The viewer. */
  userId: string
}

function Rota({entries, rota, userId}: RotaProps) {
  const {formats} = useApplication()
  const people = useSelector(entries, ({context}) => context.loaded.people)
  const at = useMinute()
  const outlook = outlookOf(rota, people, at)
  const {next, shifts, gaps} = outlook
  const time = (moment: number) => formats.dateTime(moment, 'minute')
  return (
    <Panel title={rota.name} actions={<Actions entries={entries} rota={rota} userId={userId} />}>
      <div className={styles.rota}>
        <dl className={styles.facts}>
          <dt>{texts.now}</dt>
          <dd>{calledUntil(outlook, people, formats)}</dd>
          {next !== null && (
            <>
              <dt>{texts.next}</dt>
              <dd>{texts.from(nameOf(people, next.person), time(next.start))}</dd>
            </>
          )}
        </dl>
        {gaps.map(({start, end}) => (
          <p key={start} role="alert" className={styles.gap}>
            {texts.gap(time(start), time(end))}
          </p>
        ))}
        <Strip name={rota.name} shifts={shifts} people={people} />
        <Takeovers entries={entries} rota={rota} />
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

function Takeovers({entries, rota}: Omit<RotaProps, 'userId'>) {
  const {formats} = useApplication()
  const {isReplay} = useAlarms().logic
  const people = useSelector(entries, ({context}) => context.loaded.people)
  const at = useMinute()
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
                onClick={() => entries.send({type: 'act.requested', act: {id: rota.id, overrideId: id}})}
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

function Actions({entries, rota, userId}: RotaProps) {
  const isBusy = useSelector(entries, s => s.hasTag('busy'))
  const people = useSelector(entries, ({context}) => context.loaded.people)
  const {isReplay, now} = useAlarms().logic
  if (isReplay) return null
  const button = (text: string, label: string, onClick: () => void) => (
    <Button size="compact-xs" variant="default" aria-label={label} aria-disabled={isBusy} onClick={onClick}>
      {text}
    </Button>
  )
  const takeOver = () =>
    entries.send({type: 'edit.requested', row: rota, draft: draftOfTakeover(rota, people, {userId, now: now()})})
  return (
    <div className={styles.actions}>
      {button(texts.takeOver, texts.takeOverWhat(rota.name), takeOver)}
      {button(texts.edit, texts.editWhat(rota.name), () => entries.send({type: 'edit.requested', row: rota}))}
      {button(texts.delete, texts.deleteWhat(rota.name), () => entries.send({type: 'deletion.requested', row: rota}))}
    </div>
  )
}

/** Asks who takes over, from when and until when. */
function TakeoverFields({entries}: {entries: OnCallRef}) {
  const {zone} = useApplication()
  const {
    draft: {person, start, end},
    problems,
    change,
  } = useForm(entries)
  const people = useSelector(entries, ({context}) => context.loaded.people)
  const present = people.filter(({isPresent}) => isPresent)
  return (
    <>
      {problems.takeover && <p role="alert">{texts.takeover.wrong}</p>}
      <Picker
        label={texts.takeover.person}
        data={present.map(({id, name}) => ({value: id, label: name}))}
        value={person}
        onChosen={person => change({person})}
      />
      <MinuteField label={texts.takeover.start} at={start} zone={zone} onChosen={start => change({start})} />
      <MinuteField label={texts.takeover.end} at={end} zone={zone} onChosen={end => change({end})} />
    </>
  )
}
