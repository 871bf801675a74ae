import {useActorRef, useSelector} from '@xstate/react'
import type {CurrentUser} from '../../../domain/session/user'
import type {ProfileInput, ProfileLogic, ProfileRef} from '../../../machines/account/profile'
import {useApplication} from '../../kit/application'
import {FormMessage} from '../../kit/form/FormMessage'
import {NoticeButton} from '../../kit/loading/Notice'
import {Skeleton} from '../../kit/loading/Skeleton'
import {PageHeader} from '../../kit/PageHeader'
import {buttons} from '../../kit/text/texts'
import {texts as common} from '../../texts'
import {Preferences} from './Preferences'
import {ProfileForm} from './ProfileForm'
import styles from './ProfileScreen.module.css'
import {texts} from './texts'

export interface ProfileScreenProps {
  logic: ProfileLogic
  inputOf: (userId: string) => ProfileInput
}

export function ProfileScreen(props: ProfileScreenProps) {
  const {session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <RunningProfile key={user.id} user={user} {...props} />
}

/** Starts the machine of the profile, which stops when the screen is left. */
function RunningProfile({logic, inputOf, user}: ProfileScreenProps & {user: CurrentUser}) {
  const profile = useActorRef(logic, {input: inputOf(user.id)})
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.heading} />
      <p className={styles.quiet}>{texts.signedInAs(user.email)}</p>
      <div className={styles.columns}>
        <OwnData profile={profile} />
        <Preferences />
      </div>
    </div>
  )
}

function OwnData({profile}: {profile: ProfileRef}) {
  const isUnloaded = useSelector(profile, s => s.matches('unloaded'))
  const isForm = useSelector(profile, s => s.hasTag('form'))
  if (isUnloaded) return <Unloaded profile={profile} />
  if (isForm) return <ProfileForm profile={profile} />
  return (
    <div className={`${styles.panel} ${styles.waiting}`}>
      <p role="status" className={styles.quiet}>
        {texts.loading}
      </p>
      {LINES.map(line => (
        <Skeleton key={line} height="var(--control)" />
      ))}
    </div>
  )
}

const LINES = [1, 2, 3, 4, 5] as const

function Unloaded({profile}: {profile: ProfileRef}) {
  const message = useSelector(profile, ({context}) => context.message)
  const isRetrying = useSelector(profile, s => s.matches({unloaded: 'retrying'}))
  return (
    <div className={styles.panel}>
      <FormMessage kind="failed" message={message ?? ''} />
      <NoticeButton isBusy={isRetrying} onClick={() => profile.send({type: 'retry.requested'})}>
        {isRetrying ? common.retrying : buttons.retry}
      </NoticeButton>
    </div>
  )
}
