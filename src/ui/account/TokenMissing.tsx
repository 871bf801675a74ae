import {FormMessage} from '../kit/form/FormMessage'
import {AccountHeading} from './AccountHeading'
import {texts} from './texts'

export function TokenMissing({heading, hint}: {heading: string; hint: string}) {
  return (
    <>
      <AccountHeading>{heading}</AccountHeading>
      <FormMessage kind="failed" message={texts.tokenMissing} hint={hint} />
    </>
  )
}
