import {useActorRef, useSelector} from '@xstate/react'
import type {CurrentUser} from '../../../domain/session/user'
import type {ProfileInput, ProfileLogic, ProfileRef} from '../../../machines/account/profile'
import {useApplication} from '../../kit/application'
import {Notice, NoticeButton} from '../../kit/Notice'
import {PageHeader} from '../../kit/PageHeader'
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
  const isUnloaded = useSelector(profile, s => s.matches('unloaded'))
  const isForm = useSelector(profile, s => s.hasTag('form'))
  if (isUnloaded) return <Unloaded profile={profile} />
  if (!isForm) return <Notice kind="waiting" heading={texts.loading} />
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.heading} />
      <p className={styles.quiet}>{texts.signedInAs(user.email)}</p>
      <ProfileForm profile={profile} />
      <Preferences />
    </div>
  )
}

function Unloaded({profile}: {profile: ProfileRef}) {
  const message = useSelector(profile, ({context}) => context.message)
  const isRetrying = useSelector(profile, s => s.matches({unloaded: 'retrying'}))
  return (
    <Notice kind="failed" heading={message ?? ''}>
      <NoticeButton isBusy={isRetrying} onClick={() => profile.send({type: 'retry.requested'})}>
        {isRetrying ? common.retrying : common.retry}
      </NoticeButton>
    </Notice>
  )
}
