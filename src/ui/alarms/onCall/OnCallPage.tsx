import {Button, TextInput} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {
  coloursOf,
  draftOfImport,
  draftOfTakeover,
  type NamedRota,
  outlookOf,
  type Person,
} from '../../../domain/alarms/onCall'
import {mayManage} from '../../../domain/user'
import type {OnCallRef} from '../../../machines/alarms/onCall'
import {onCallPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {EntriesDialog} from '../../kit/dialog/EntriesDialog'
import {EntriesList} from '../../kit/loading/EntriesList'
import {Panel} from '../../kit/Panel'
import {channelNames} from '../../kit/text/texts'
import {useAlarms, useMinute} from '../logic'
import {OfOrganisation} from '../OfOrganisation'
import {Calendar, personStyle} from './Calendar'
import calendar from './Calendar.module.css'
import {calledUntil, nameOf} from './called'
import styles from './OnCall.module.css'
import {OverrideFields} from './OverrideFields'
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

/** Asks for a rota, or for an override of one. */
function OnCallDialog({entries}: {entries: OnCallRef}) {
  const name = useSelector(entries, ({context}) => context.chosen?.name ?? null)
  const form = useSelector(entries, ({context}) => context.draft.form)
  const deletion = {texts: {title: texts.deletion.title(name ?? '')}, lead: texts.deletion.lead}
  if (form !== 'rota')
    return (
      <EntriesDialog
        entries={entries}
        title={texts[form].title(name ?? '')}
        isSaveFirst={form === 'takeover'}
        deletion={deletion}
      >
        <OverrideFields entries={entries} />
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
  const {next, gaps} = outlook
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
        <Calendar entries={entries} rota={rota} userId={userId} />
        <Reach rota={rota} people={people} />
        <Takeovers entries={entries} rota={rota} />
        <CalendarAddress entries={entries} rota={rota} />
      </div>
    </Panel>
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
        {open.map(({id, person, start, end, note}) => (
          <li key={id} className={styles.actions}>
            {texts.shift(nameOf(people, person), formats.range(start, end))}
            {note !== undefined && <span className={styles.quiet}>{note}</span>}
            {!isReplay && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={texts.giveBackWhat(nameOf(people, person))}
                onClick={() =>
                  entries.send({type: 'act.requested', act: {kind: 'giveBack', id: rota.id, overrideId: id}})
                }
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
      {button(texts.importing, texts.importWhat(rota.name), () =>
        entries.send({type: 'edit.requested', row: rota, draft: draftOfImport(rota)}),
      )}
      {button(texts.edit, texts.editWhat(rota.name), () => entries.send({type: 'edit.requested', row: rota}))}
      {button(texts.delete, texts.deleteWhat(rota.name), () => entries.send({type: 'deletion.requested', row: rota}))}
    </div>
  )
}

/** The people of a rota with their colours, and by what each is reached. */
function Reach({rota, people}: {rota: NamedRota; people: readonly Person[]}) {
  const {formats} = useApplication()
  const written = ({name, isPresent, pushBrowsers = 0, reach}: Person) => {
    if (!isPresent) return texts.reach.none(name)
    const browsers = formats.exact(pushBrowsers)
    if (reach === undefined) return pushBrowsers === 0 ? texts.reach.mail(name) : texts.reach.push(name, browsers)
    const channels = [
      ...(reach.email ? [channelNames.email] : []),
      ...(reach.push && pushBrowsers > 0 ? [texts.reach.browsers(browsers)] : []),
      ...(reach.chat === null ? [] : [channelNames[reach.chat.kind]]),
    ]
    return channels.length === 0 ? texts.reach.mail(name) : texts.reach.chosen(name, channels.join(', '))
  }
  return (
    <ul className={styles.list} aria-label={texts.reach.title}>
      {[...coloursOf(rota)].flatMap(([id, colour]) => {
        const person = people.find(person => person.id === id)
        if (person === undefined) return []
        return (
          <li key={id} className={styles.actions}>
            <i className={calendar.swatch} style={personStyle(colour)} aria-hidden="true" />
            {written(person)}
          </li>
        )
      })}
    </ul>
  )
}

/** The address by which calendars read the shifts of a rota. */
function CalendarAddress({entries, rota: {id, name, calendar}}: {entries: OnCallRef; rota: NamedRota}) {
  const {isReplay} = useAlarms().logic
  if (isReplay || calendar === undefined) return null
  const act = (kind: 'issue' | 'revoke') => () => entries.send({type: 'act.requested', act: {kind, id}})
  const {title, hint, issue, issueWhat, revoke, revokeWhat} = texts.calendarAddress
  if (calendar === null)
    return (
      <Button
        size="compact-xs"
        variant="default"
        className={styles.add ?? ''}
        aria-label={issueWhat(name)}
        onClick={act('issue')}
      >
        {issue}
      </Button>
    )
  return (
    <div className={styles.address}>
      <TextInput
        size="xs"
        readOnly
        label={title}
        description={hint}
        value={new URL(calendar, location.origin).href}
        onFocus={({currentTarget}) => currentTarget.select()}
      />
      <Button size="compact-xs" variant="default" aria-label={revokeWhat(name)} onClick={act('revoke')}>
        {revoke}
      </Button>
    </div>
  )
}
