// tools/motus/studio/browser.h - opens the studio in a browser, without showing its token to
// others.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace motus::tool {

/// Command lines can be read by every user of a machine. So the browser is given a file that only
/// this user can read, and that leads to the address; it is there as long as this is.
class BrowserPage {
  public:
    BrowserPage() = default;
    ~BrowserPage();
    BrowserPage(const BrowserPage&) = delete;
    BrowserPage& operator=(const BrowserPage&) = delete;

    /// By `xdg-open`, only where somebody sees it: a desktop. False where that was not possible.
    bool open(const std::string& address);

  private:
    bool write(const std::string& address);

    std::string folder_;
};

}  // namespace motus::tool
