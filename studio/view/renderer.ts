/** A renderer that suits the machine. */
import { WebGLRenderer } from 'three';

/** Renderers without a graphics card: smooth edges cost them most of their time. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Null where the browser has no WebGL. */
export function makeRenderer(): WebGLRenderer | null {
  let made = makeContext(true);
  if (made && SOFTWARE.test(rendererName(made.context))) {
    made.context.getExtension('WEBGL_lose_context')?.loseContext();
    made = makeContext(false);
  }
  if (!made) return null;
  try {
    const renderer = new WebGLRenderer(made);
    // To ask for a shader's log is to wait for the shader.
    renderer.debug.checkShaderErrors = false;
    return renderer;
  } catch {
    return null;
  }
}

/** Asked for by hand: three.js would write an error to the console where there is no WebGL. */
function makeContext(antialias: boolean) {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', {
    antialias,
    alpha: false,
    powerPreference: 'high-performance',
    // Pictures are rare here: the last one must still be there when somebody copies the canvas.
    preserveDrawingBuffer: true,
  });
  return context ? { canvas, context, antialias } : null;
}

function rendererName(context: WebGL2RenderingContext): string {
  const info = context.getExtension('WEBGL_debug_renderer_info');
  return info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
}

/** Whether there is no graphics card: then edges are not smooth. */
export function drawsInSoftware(renderer: WebGLRenderer): boolean {
  return renderer.getContext().getContextAttributes()?.antialias === false;
}
