import {Text} from '@mantine/core'
import {Outlet} from 'react-router-dom'
import {TITLE} from '../../../contract/limits'
import {Logo} from '../shell/Logo'
import {texts} from '../texts'
import styles from './AccountPage.module.css'

/** Surrounds the screens of visitors who are not signed in. */
export function AccountPage() {
  return (
    <main className={styles.page}>
      <div className={styles.panel}>
        <div className={styles.brand}>
          <Logo />
          <span>{TITLE}</span>
        </div>
        <Text c="dimmed" size="sm" mb="lg">
          {texts.login.claim}
        </Text>
        <Outlet />
      </div>
    </main>
  )
}
