import {Title} from '@mantine/core'
import {Outlet} from 'react-router-dom'
import {TITLE} from '../../../contract/limits'
import {Logo} from '../shell/Logo'
import {texts} from '../texts'
import styles from './AccountPage.module.css'

/** Surrounds the screens of visitors who are not signed in: the brand on one side, the form on the other. */
export function AccountPage() {
  return (
    <main className={styles.page}>
      <div className={styles.side}>
        <div className={styles.brand}>
          <Logo />
          <span>{TITLE}</span>
        </div>
        <p className={styles.claim}>{texts.login.claim}</p>
        <PulseLine />
      </div>
      <div className={styles.form}>
        <div className={styles.panel}>
          <Outlet />
        </div>
      </div>
    </main>
  )
}

function PulseLine() {
  return (
    <svg className={styles.pulse} viewBox="0 0 480 96" aria-hidden="true">
      <path d={PULSE} className={styles.still} />
      <path d={PULSE} pathLength="1" className={styles.beat} />
      <circle cx="474" cy="54" r="5" className={styles.newest} />
    </svg>
  )
}

const PULSE = 'M4 54h76l9-16 12 26 10-10h50l14-42 24 76 18-50 10 16h70l9-16 12 26 10-10h146'

export function AccountHeading({children}: {children: string}) {
  return (
    <>
      <title>{`${children} – ${TITLE}`}</title>
      <Title order={1} size="h3" mb="sm">
        {children}
      </Title>
    </>
  )
}
