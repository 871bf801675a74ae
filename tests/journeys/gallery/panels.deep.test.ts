import {walkRoom} from '../support/gallery'

walkRoom('panels')
