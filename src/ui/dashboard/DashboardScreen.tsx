import {useActorRef, useSelector} from '@xstate/react'
import type {InputFrom} from 'xstate'
import type {DashboardLogic, DashboardRef} from '../../machines/dashboard'
import styles from './DashboardScreen.module.css'
import {DevicesPanel} from './devices/DevicesPanel'
import {TimeseriesSection} from './TimeseriesSection'
import {texts} from './texts'

/** Starts the dashboard's machine; leaving the screen stops it and all that it invoked. */
export function DashboardScreen({logic, input}: {logic: DashboardLogic; input: InputFrom<DashboardLogic>}) {
  return <Dashboard dashboard={useActorRef(logic, {input})} />
}

export function Dashboard({dashboard}: {dashboard: DashboardRef}) {
  const name = useSelector(dashboard, s => s.context.user.name)
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <h1>{texts.title}</h1>
        {name !== null && name !== '' && <p>{texts.greeting(name)}</p>}
      </header>
      <DevicesPanel dashboard={dashboard} />
      <div className={styles.main}>
        <TimeseriesSection dashboard={dashboard} />
      </div>
    </div>
  )
}
