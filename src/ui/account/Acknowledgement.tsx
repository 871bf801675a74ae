import {Text} from '@mantine/core'
import {useSearchParams} from 'react-router-dom'
import type {SubmissionLogic} from '../../machines/submission'
import {AccountLinks} from './AccountLinks'
import {AccountForm} from './SubmissionForm'
import {TokenMissing, tokenOf} from './TokenMissing'
import {texts} from './texts'

/**
 * The page that the link of an alarm's mail opens. Only the button acknowledges: programs that scan mails open every
 * link.
 */
export function Acknowledgement({logic}: {logic: SubmissionLogic<{token: string}>}) {
  const [search] = useSearchParams()
  const token = tokenOf(search)
  return (
    <>
      {token === '' ? (
        <TokenMissing heading={texts.acknowledgement.heading} hint={texts.acknowledgement.tokenMissingHint} />
      ) : (
        <AccountForm logic={logic} texts={texts.acknowledgement} valuesOf={() => ({token})}>
          {() => <Text size="sm">{texts.acknowledgement.lead}</Text>}
        </AccountForm>
      )}
      <AccountLinks links={[['/alarms', texts.acknowledgement.openAlarms]]} />
    </>
  )
}
