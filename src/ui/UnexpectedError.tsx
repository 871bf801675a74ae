import {Anchor, Button} from '@mantine/core'
import {useRouteError} from 'react-router-dom'
import {Notice} from './kit/Notice'
import {texts} from './texts'

/** What stands in the place of a screen that failed to show. */
export function ScreenError() {
  const error = useRouteError()
  return (
    <>
      <title>{texts.unexpected.heading}</title>
      <Notice kind="failed" heading={texts.unexpected.heading} hint={texts.unexpected.broken}>
        <Button variant="default" onClick={() => window.location.reload()}>
          {texts.unexpected.reload}
        </Button>
        <Anchor href="/">{texts.unexpected.home}</Anchor>
        <ErrorDetail error={error} />
      </Notice>
    </>
  )
}

/** What stands in the place of everything, when even the frame failed. */
export function RenderError() {
  return (
    <main>
      <ScreenError />
    </main>
  )
}

export function NoSuchPage() {
  return (
    <>
      <title>{texts.unexpected.heading}</title>
      <Notice kind="failed" heading={texts.unexpected.heading} hint={texts.unexpected.noSuchPage}>
        <Anchor href="/">{texts.unexpected.home}</Anchor>
      </Notice>
    </>
  )
}

function ErrorDetail({error}: {error: unknown}) {
  return error instanceof Error ? <code>{error.message}</code> : null
}
