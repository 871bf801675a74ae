import {FormMessage} from '../kit/form/FormMessage'
import {AccountHeading} from './AccountPage'
import {texts} from './texts'

export function TokenMissing({heading, hint}: {heading: string; hint: string}) {
  return (
    <>
      <AccountHeading>{heading}</AccountHeading>
      <FormMessage kind="failed" message={texts.tokenMissing} hint={hint} />
    </>
  )
}

/** Reads the token of a mail's link; it is empty when the link was cut. */
export const tokenOf = (search: URLSearchParams): string => search.get('token') ?? ''
