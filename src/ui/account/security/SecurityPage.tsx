import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ComponentType} from 'react'
import {Link, useLocation} from 'react-router-dom'
import {useApplication} from '../../kit/application'
import {PageHeader} from '../../kit/PageHeader'
import {requestedPage} from '../../kit/requestedPage'
import {texts as common} from '../../texts'
import {EmailSection} from './EmailSection'
import type {SectionProps} from './logic'
import {PasswordSection} from './PasswordSection'
import {PushSection} from './PushSection'
import {SecondFactorSection} from './SecondFactorSection'
import styles from './SecurityPage.module.css'
import {SessionsSection} from './SessionsSection'
import {texts} from './texts'

/** The security of a user's own account, for every authority. */
export function SecurityPage({logic}: SectionProps) {
  const {session} = useApplication()
  const email = useSelector(session, ({context}) => context.user?.email ?? '')
  const isNeeding = useSelector(session, ({context}) => context.user?.needsSecondFactor === true)
  const requested = requestedPage(useLocation().state)
  const shown = SECTIONS.filter(({isEarly}) => isEarly || !isNeeding)
  return (
    <div className={styles.screen}>
      <PageHeader title={common.navigation.security} />
      <p className={styles.quiet}>{texts.signedInAs(email)}</p>
      {isNeeding && (
        <div className={styles.need}>
          <div role="status">
            <strong>{texts.needed}</strong>
            <p className={styles.text}>{texts.neededHint}</p>
          </div>
          <Button component={Link} to="/logout" replace variant="default">
            {common.navigation.logOut}
          </Button>
        </div>
      )}
      {!isNeeding && requested !== null && (
        <div className={styles.need}>
          <p role="status" className={styles.text}>
            {texts.secured}
          </p>
          <Button component={Link} to={requested}>
            {texts.goOn}
          </Button>
        </div>
      )}
      <div className={styles.sections}>
        {shown.map(({name, Section}) => (
          <Section key={name} logic={logic} />
        ))}
      </div>
    </div>
  )
}

const SECTIONS: readonly {
  name: string
  Section: ComponentType<SectionProps>
  /** Whether it is there for those who need a second factor first. */
  isEarly?: true
}[] = [
  {name: 'ownPassword', Section: PasswordSection},
  {name: 'ownEmail', Section: EmailSection},
  {name: 'secondFactor', Section: SecondFactorSection, isEarly: true},
  {name: 'push', Section: PushSection},
  {name: 'ownSessions', Section: SessionsSection},
]
