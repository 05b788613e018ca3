/**
 * What Callboard uses of the MCP SDK. `npm run compile` puts the code itself into the compiled file (scripts/bundle-mcp-sdk.mjs): an
 * installed Callboard needs a tenth of what the package brings.
 */
export {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
