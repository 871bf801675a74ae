import {Button} from '@mantine/core'
import {useRouteError} from 'react-router-dom'
import {Notice} from './kit/loading/Notice'
import {texts} from './texts'

/** Replaces a screen that failed to show. */
export function ScreenError() {
  const error = useRouteError()
  return (
    <Notice kind="failed" heading={texts.unexpected.heading} hint={texts.unexpected.broken}>
      <Button variant="default" onClick={() => window.location.reload()}>
        {texts.unexpected.reload}
      </Button>
      <Home />
      <ErrorDetail error={error} />
    </Notice>
  )
}

/** Replaces everything when even the frame failed. */
export function RenderError() {
  return (
    <main>
      <ScreenError />
    </main>
  )
}

export function NoSuchPage() {
  return (
    <Notice kind="failed" heading={texts.unexpected.heading} hint={texts.unexpected.noSuchPage}>
      <Home />
    </Notice>
  )
}

/** Loads the page again, so that nothing of what failed is left. */
function Home() {
  return (
    <Button component="a" href="/" variant="default">
      {texts.unexpected.home}
    </Button>
  )
}

function ErrorDetail({error}: {error: unknown}) {
  return error instanceof Error ? <code>{error.message}</code> : null
}
