import {useActorRef, useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {Link} from 'react-router-dom'
import type {Delivery} from '../../../domain/console/delivery'
import type {SettingsFacts} from '../../../domain/console/settingsFacts'
import {isTask, type SettingsPage, type Task} from '../../../domain/console/settingsPages'
import type {CountsRef} from '../../../machines/console/counts'
import type {SettingsFactsRef} from '../../../machines/console/organisation/settingsFacts'
import {useApplication} from '../../kit/application'
import {RetryButton, useResource} from '../../kit/loading/Retry'
import {StatusMark} from '../../kit/mark/StatusMark'
import {Panel} from '../../kit/Panel'
import {AgeText} from '../../kit/text/AgeText'
import {useConsole} from '../logic'
import styles from './Settings.module.css'
import {texts} from './texts'

export interface NamedPage {
  name: SettingsPage
  label: string
  to: string
}

interface Props {
  organisationId: string
  counts: CountsRef
  pages: readonly NamedPage[]
}

/** The tasks of an organisation's settings, each with a line that says how far it is done. */
export function Tasks({organisationId, counts, pages}: Props) {
  const facts = useActorRef(useConsole().settingsFacts, {input: {organisationId}})
  const known = useSelector(facts, ({context}) => context.value)
  return (
    <Panel title={texts.title}>
      <Missed facts={facts} />
      <ul className={styles.tasks}>
        {pages.map(({name, label, to}) => (
          <li key={name}>
            <Link to={to}>
              <strong>{label}</strong>
              <span className={styles.state}>
                {isTask(name) ? known && <State task={name} facts={known} /> : <Count counts={counts} page={name} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Missed({facts}: {facts: SettingsFactsRef}) {
  const message = useSelector(facts, ({context}) => context.message)
  const {isFailed, isRetrying} = useResource(facts)
  if (!isFailed) return null
  return (
    <div role="alert" className={styles.missed}>
      <p>{message}</p>
      <RetryButton size="xs" isBusy={isRetrying} onClick={() => facts.send({type: 'retry.requested'})} />
    </div>
  )
}

function Count({counts, page}: {counts: CountsRef; page: string}) {
  const {formats} = useApplication()
  const count = useSelector(counts, ({context}) => {
    const known: Readonly<Record<string, number | undefined>> = context.counts
    return known[page]
  })
  return count === undefined ? null : formats.exact(count)
}

function State({task, facts}: {task: Task; facts: SettingsFacts}) {
  switch (task) {
    case 'thresholds':
      return (
        <>
          {facts.thresholds === 0 ? texts.noThreshold : texts.thresholds(facts.thresholds)}
          {facts.unwatched > 0 && (
            <>
              {' · '}
              <Missing>{texts.unwatched(facts.unwatched)}</Missing>
            </>
          )}
        </>
      )
    case 'units':
      return facts.units === 0 ? texts.noUnit : texts.units(facts.units)
    case 'notifications':
      return facts.routes === 0 ? <Missing>{texts.nobody}</Missing> : <Notified facts={facts} />
    case 'zone':
      return texts.zone(facts.zone.replaceAll('_', ' '))
    case 'walls':
      if (facts.walls === 0) return texts.allDevices
      return [texts.wallCount(facts.walls), ...(facts.home === null ? [] : [texts.first(facts.home)])].join(' · ')
    case 'keys':
      return facts.keys === 0 ? texts.noKey : texts.keys(facts.keys)
    default:
      return task satisfies never
  }
}

function Notified({facts: {routes, rotas, delivery}}: {facts: SettingsFacts}) {
  const counts = [texts.routes(routes), ...(rotas === 0 ? [] : [texts.rotas(rotas)])].join(' · ')
  return (
    <>
      {counts} · {delivery === null ? texts.unsent : <Last delivery={delivery} />}
    </>
  )
}

function Last({delivery: {state, createdAt, settledAt}}: {delivery: Delivery}) {
  const words = (
    <>
      {texts.last[state]} <AgeText at={settledAt ?? createdAt} />
    </>
  )
  return state === 'failed' ? <Missing>{words}</Missing> : words
}

const Missing = ({children}: {children: ReactNode}) => <StatusMark status="warning">{children}</StatusMark>
