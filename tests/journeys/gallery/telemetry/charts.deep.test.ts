import {walkRoom} from '../../support/gallery'

walkRoom('telemetry/charts')
